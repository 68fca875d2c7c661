#!/usr/bin/env python3
"""Takes the pictures of docs/explorer.md: the explorer in Chromium, on the model of Cora.

    pip install selenium
    columnar embed cora.npz --largest-component -o cora.sdr --model cora.model
    docs/images/make_explorer.py build/columnar cora.model --labels classes.tsv

classes.tsv: a line "id class" per node. Debian's chromium and chromium-driver are needed.
"""

import argparse
import base64
import pathlib
import re
import subprocess

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

FOLDER = pathlib.Path(__file__).resolve().parent
PICTURES = [  # name, width, height, theme, fragment, what must be there, a script before the picture
    ("explorer-node", 1400, 900, "light", "#node=306&with=1623", ".ego-node", ""),
    ("explorer-cortex", 1400, 900, "dark", "#view=cortex&node=306", ".firing input",
     "const input = document.querySelector('.firing input'); input.value = 6; input.dispatchEvent(new Event('input'))"),
    ("explorer-ask", 1400, 900, "dark", "#view=ask&tab=alike&like=306&like=1623&colour=overlap", ".results .hits", ""),
    ("explorer-small", 390, 844, "light", "#node=306&with=1623", ".ego-node", ""),
]


def browser():
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in ["--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                 "--hide-scrollbars"]:
        options.add_argument(flag)
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


def take(driver, address, picture):
    name, width, height, theme, fragment, wanted, script = picture
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                           {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                           {"features": [{"name": "prefers-color-scheme", "value": theme}]})
    driver.get("about:blank")
    driver.get(f"{address}/{fragment}")
    wait = WebDriverWait(driver, 60)
    wait.until(lambda _: driver.execute_script(f"return document.querySelector('{wanted}')"), wanted)
    driver.execute_script(script)
    driver.execute_async_script("setTimeout(arguments[0], 1500)")  # dots, transitions, what is shared
    data = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
    (FOLDER / f"{name}.png").write_bytes(base64.b64decode(data))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("columnar")
    parser.add_argument("model")
    parser.add_argument("--labels")
    arguments = parser.parse_args()
    labels = ["--labels", arguments.labels] if arguments.labels else []
    command = [arguments.columnar, "explore", arguments.model, "--port", "0", "--quiet", *labels]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        address = next(re.search(r"http://\S+?(?=/?$)", line.strip()).group()
                       for line in server.stdout if "http://" in line)
        driver = browser()
        try:
            for picture in PICTURES:
                take(driver, address, picture)
        finally:
            driver.quit()
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
