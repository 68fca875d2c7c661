// A row of choices of which one holds, as tabs inside the panel.

import {h, roving} from "./dom.js";

/** `choices`: [[name, title], …]. `pick(name)` is called; show(name) marks one. */
export function segments(label, choices, pick) {
  const bar = h("div", {class: "segments wide-segments", role: "tablist", "aria-label": label});
  for (const [name, title] of choices) {
    bar.append(h("button", {type: "button", role: "tab", "data-name": name, onclick: () => pick(name)}, title));
  }
  roving(bar, "[role=tab]");
  return {bar, show(name) {
    for (const tab of bar.children) {
      tab.setAttribute("aria-selected", tab.dataset.name === name);
      tab.tabIndex = tab.dataset.name === name ? 0 : -1;
    }
  }};
}
