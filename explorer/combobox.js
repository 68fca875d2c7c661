// Find a node by part of its id: a combobox with a list of suggestions, after the ARIA Authoring Practices.

import {get, latest} from "./api.js";
import {button, debounced, h, idText} from "./dom.js";
import {labelOf, rememberIds} from "./graph.js";
import {counted} from "./numbers.js";

let made = 0;

/**
 * A text field with suggestions. `pick({row, id})` is called for a chosen node; `keep` leaves its id in the field.
 * Returns the element, with `field` as its input.
 */
export function nodeCombobox(graph, label, pick, {placeholder = "Part of an id", isLabelShown = true, keep = false} = {}) {
  const name = `nodes-${++made}`, newest = latest();
  const list = h("ul", {id: `${name}-list`, role: "listbox", "aria-label": `${label}: suggestions`, hidden: true});
  const field = h("input", {id: name, type: "text", role: "combobox", autocomplete: "off", spellcheck: "false", placeholder, "aria-expanded": "false",
    "aria-controls": list.id, "aria-autocomplete": "list", "aria-label": isLabelShown ? null : label});
  const state = h("p", {class: "unseen", role: "status"});
  const box = h("div", {class: "combobox"}, isLabelShown ? h("label", {for: name}, label) : null, field, list, state);
  let nodes = [], active = -1, isEntered = false; // Enter was pressed before the suggestions arrived

  const close = () => {
    isEntered = false;
    list.hidden = true;
    active = -1;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  };
  const choose = (i) => {
    if (!nodes[i]) return;
    field.value = keep ? String(nodes[i].id) : "";
    close();
    pick(nodes[i]);
  };
  const show = (text, children) => {
    list.replaceChildren(...children);
    list.hidden = false;
    field.setAttribute("aria-expanded", "true");
    state.textContent = text;
  };
  const message = (text) => show(text, [h("li", {class: "message", role: "option", "aria-disabled": "true"}, text)]);
  const search = debounced(async () => {
    const part = field.value;
    if (part.trim() === "") return close();
    try {
      const found = await newest((signal) => get(`nodes?part=${encodeURIComponent(part)}&limit=20`, {signal}));
      if (document.activeElement !== field) return;
      nodes = found.nodes;
      rememberIds(graph, nodes);
      active = -1;
      if (isEntered && nodes.length) return choose(Math.max(0, nodes.findIndex(({id}) => String(id) === part.trim())));
      isEntered = false;
      if (!nodes.length) return message(`No id contains “${part}”.`);
      const options = nodes.map((node, i) => {
        const option = h("li", {id: `${name}-${i}`, role: "option", "aria-selected": "false"}, h("span", {}, idText(node.id)), h("small", {}, labelOf(graph, node.row) ?? ""));
        option.addEventListener("pointerdown", (event) => event.preventDefault());
        option.addEventListener("click", () => choose(i));
        return option;
      });
      if (found.more) options.push(h("li", {class: "message", role: "option", "aria-disabled": "true"}, "More ids match. Type more of it."));
      show(found.more ? `${nodes.length} or more ids` : counted(nodes.length, "id"), options);
      move(0);
    } catch (error) {
      nodes = [];
      isEntered = false;
      message(error.message);
    }
  }, 120);
  const move = (to) => {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = (to + nodes.length) % nodes.length;
    const option = list.children[active];
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({block: "nearest"});
    field.setAttribute("aria-activedescendant", option.id);
  };
  field.addEventListener("input", () => { nodes = []; isEntered = false; search(); });
  field.addEventListener("focus", () => field.select());
  field.addEventListener("mousedown", (event) => { // which would put the caret where it clicks, and drop what is selected
    if (document.activeElement === field) return;
    event.preventDefault();
    field.focus();
  });
  field.addEventListener("keydown", (event) => {
    const isOpen = !list.hidden && nodes.length > 0;
    if (event.key === "ArrowDown" && isOpen) move(active + 1);
    else if (event.key === "ArrowDown") search();
    else if (event.key === "ArrowUp" && isOpen) move(active - 1);
    else if (event.key === "Enter" && isOpen) choose(Math.max(0, active));
    else if (event.key === "Enter") { isEntered = true; search(); }
    else if (event.key === "Escape" && !list.hidden) close();
    else if (event.key === "Escape") field.value = "";
    else return;
    event.preventDefault();
  });
  field.addEventListener("blur", close);
  box.field = field;
  return box;
}

/** Chosen nodes as removable chips. */
export function chips(ids, remove, label) {
  return h("ul", {class: "chips", "aria-label": label}, ids.map((id) =>
    h("li", {}, h("span", {}, idText(id)), button("×", () => remove(id), {"aria-label": `Remove ${idText(id)}`}))));
}
