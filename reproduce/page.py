"""HTML without a framework: one file, no network, readable on a phone and in print."""

import html

STYLE = """
:root{--ink:#1b1f24;--soft:#57606a;--line:#d8dee4;--paper:#fff;--wash:#f6f8fa;--good:#1a7f37;--bad:#b42318;--other:#7d5a00}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main,header,footer{max-width:62rem;margin:0 auto;padding:0 1.1rem}
header{padding-top:2.2rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .4rem}
h2{font-size:1.35rem;margin:2.6rem 0 .6rem;padding-top:.6rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.6rem 0 .3rem}
p{margin:.5rem 0 .8rem;max-width:46rem}
.lead{font-size:1.08rem;color:var(--soft)}
.score{display:flex;flex-wrap:wrap;gap:.8rem;margin:1.2rem 0}
.score div{flex:1 1 8rem;border:1px solid var(--line);border-radius:.6rem;padding:.7rem .9rem;background:var(--wash)}
.score b{display:block;font-size:1.7rem;line-height:1.2}
nav{font-size:.95rem;margin:1rem 0;display:flex;flex-wrap:wrap;gap:.2rem .9rem}
a{color:#0b5cad}
.wide{overflow-x:auto;margin:.6rem 0 1rem;-webkit-overflow-scrolling:touch}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums;min-width:100%}
th,td{padding:.32rem .6rem;text-align:right;border-bottom:1px solid var(--line);vertical-align:top}
td{white-space:nowrap}td.text,.claims td:first-child{white-space:normal}
th{background:var(--wash);font-weight:600;white-space:nowrap}
td:first-child,th:first-child,td.text,th.text{text-align:left}
td.text{min-width:7rem}.claims td:first-child{min-width:17rem}
tr.ours td{background:#eef6ff}
.met,.missed,.apart{font-weight:600;white-space:nowrap}
.met{color:var(--good)}.missed{color:var(--bad)}.apart{color:var(--other)}
figure{margin:1rem 0}
figure svg{width:100%;height:auto;display:block}
figcaption,.small{font-size:.88rem;color:var(--soft)}
code{font:0.85em ui-monospace,SFMono-Regular,Menlo,monospace;background:var(--wash);padding:.1em .3em;border-radius:.3em;overflow-wrap:anywhere}
details{margin:.5rem 0}
summary{cursor:pointer;color:var(--soft);font-size:.9rem}
footer{padding:2rem 1.1rem 3rem;color:var(--soft);font-size:.88rem}
@media (max-width:40rem){h1{font-size:1.5rem}th,td{padding:.28rem .4rem;font-size:.82rem}.chart{overflow-x:auto}.chart svg{min-width:34rem}
.claims th,.claims td{padding:.25rem .22rem;font-size:.74rem}.claims td:first-child{min-width:6.5rem}.claims td.text{min-width:2.4rem}.claims .small{font-size:.7rem}.claims span{white-space:normal}}
@media print{body{font-size:10.5pt}h2{break-after:avoid}figure,table{break-inside:avoid}nav{display:none}.wide{overflow:visible}details>*{display:block}a{color:inherit}}
"""

VERDICTS = {"met": "met", "missed": "missed", "not comparable": "apart", "not run": "apart"}


def text(value):
    return html.escape(str(value))


def paragraph(content, kind=""):
    return f'<p class="{kind}">{content}</p>' if kind else f"<p>{content}</p>"


def heading(level, title, anchor=""):
    return f'<h{level} id="{anchor}">{text(title)}</h{level}>' if anchor else f"<h{level}>{text(title)}</h{level}>"


def verdict(word):
    return f'<span class="{VERDICTS[word]}">{text("not met" if word == "missed" else word)}</span>'


def table(head, rows, ours=(), texts=(), kind=""):
    """`rows` hold escaped HTML. Columns in `texts` (and the first) are set left; rows whose first cell is in `ours`
    stand out."""
    cells = "".join(f'<th{_kind(i, texts)} scope="col">{text(h)}</th>' for i, h in enumerate(head))
    body = []
    for row in rows:
        stands_out = ' class="ours"' if row and row[0] in ours else ""
        body.append(f"<tr{stands_out}>" + "".join(f"<td{_kind(i, texts)}>{c}</td>" for i, c in enumerate(row)) + "</tr>")
    return f'<div class="wide {kind}"><table><thead><tr>{cells}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'


def _kind(index, texts):
    return ' class="text"' if index in texts else ""


def figure(svg, caption):
    return f'<figure><div class="chart">{svg}</div><figcaption>{caption}</figcaption></figure>'


def commands(lines):
    """The commands behind a section, folded away."""
    if not lines:
        return ""
    items = "".join(f"<p class='small'><code>{text(line)}</code></p>" for line in lines)
    return f"<details><summary>commands</summary>{items}</details>"


def document(title, body):
    return ("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
            f"<title>{text(title)}</title><style>{STYLE}</style></head><body>{body}</body></html>\n")
