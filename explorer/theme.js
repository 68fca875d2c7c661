// Light, dark, or what the system says.

import {announce, byId} from "./dom.js";

const KEY = "columnar-theme";
const CHOICES = ["auto", "light", "dark"];
const SIGNS = {auto: "◐", light: "☀", dark: "☾"};
const NAMES = {auto: "as the system", light: "light", dark: "dark"};
const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = [];

const chosen = () => (CHOICES.includes(localStorage.getItem(KEY)) ? localStorage.getItem(KEY) : "auto");

export const isDark = () => (chosen() === "auto" ? system.matches : chosen() === "dark");

/** Calls listener() when the colours have changed. */
export const onTheme = (listener) => listeners.push(listener);

/** The value of a custom property of the style sheet, such as "--ink". */
export const cssColour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function apply() {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  const control = byId("theme");
  control.textContent = SIGNS[chosen()];
  control.title = `Colours: ${NAMES[chosen()]}`;
  control.setAttribute("aria-label", `Colours: ${NAMES[chosen()]}. Change`);
  listeners.forEach((listener) => listener());
}

export function startTheme() {
  byId("theme").addEventListener("click", () => {
    localStorage.setItem(KEY, CHOICES[(CHOICES.indexOf(chosen()) + 1) % CHOICES.length]);
    apply();
    announce(`Colours: ${NAMES[chosen()]}`);
  });
  system.addEventListener("change", apply);
  apply();
}
