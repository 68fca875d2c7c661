// Questions: which nodes are like these but not those, why are two alike, what sets a group apart.

import {alikeView} from "./alike.js";
import {groupView} from "./group.js";
import {h} from "./dom.js";
import {pairView} from "./pair.js";
import {segments} from "./segments.js";
import {set, state} from "./state.js";

const TABS = [["alike", "Nodes alike", alikeView], ["pair", "Why alike?", pairView], ["group", "A group", groupView]];

export function askView(app) {
  const parts = new Map(TABS.map(([name, , make]) => [name, make(app)]));
  const choice = segments("Kinds of questions", TABS, (name) => set({tab: name}));
  const body = h("div", {role: "tabpanel", class: "question"}), element = h("div", {class: "view"}, choice.bar, body);
  let shown = null;
  return {
    element,
    update(changed) {
      const name = parts.has(state.tab) ? state.tab : "alike", isNew = name !== shown || changed.includes("view");
      choice.show(name);
      body.setAttribute("aria-label", TABS.find(([tab]) => tab === name)[1]);
      if (name !== shown) body.replaceChildren(parts.get(name).element);
      shown = name;
      parts.get(name).update(isNew ? ["view", ...changed] : changed);
    },
    leave() { app.map.mark({node: null, with: null, near: []}); },
    selected(rows) {
      if (shown === "group") parts.get("group").selected(rows);
    },
    forget() { for (const part of parts.values()) part.forget?.(); },
  };
}
