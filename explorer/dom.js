// Elements of the page. Text becomes text nodes, never markup, so an id may hold anything.

/** An element: h("button", {class: "plain", onclick: f, "aria-label": "Close"}, "Close", otherElement). */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The same in the namespace of SVG. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export const byId = (id) => document.getElementById(id);

let clearing = 0;
/** Says something to screen readers, politely. */
export function announce(text) {
  const region = byId("live");
  region.textContent = "";
  clearTimeout(clearing);
  clearing = setTimeout(() => { region.textContent = text; }, 60);
}

/** A button with a text. */
export const button = (text, onclick, properties = {}) => h("button", {type: "button", onclick, ...properties}, text);

/** A heading with what belongs to it. */
export const section = (title, ...children) => h("section", {class: "part"}, h("h3", {}, title), ...children);

export const note = (...text) => h("p", {class: "note"}, ...text);

/** An id as people read it: what has no visible sign is named. */
export function idText(id) {
  const text = String(id);
  return text.trim() === "" ? `“${text}” (blank)` : text;
}

/** An id for a sentence or a label: long ones are cut in the middle. */
export function shortId(id, most = 40) {
  const text = idText(id);
  return text.length <= most ? text : `${text.slice(0, most / 2)}…${text.slice(1 - most / 2)}`;
}

/**
 * One tab stop for many elements: arrows move the focus among them. `columns` makes Up and Down move by rows.
 * The elements are those that match the selector at the time of the key.
 */
export function roving(container, selector, columns = () => 1) {
  const items = () => [...container.querySelectorAll(selector)];
  const reset = () => items().forEach((item, i) => { item.tabIndex = i === 0 ? 0 : -1; });
  container.addEventListener("keydown", (event) => {
    const all = items(), at = all.indexOf(document.activeElement);
    if (at < 0) return;
    const step = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns(), ArrowUp: -columns()}[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : step === undefined ? -1 : at + step;
    if (to < 0 || to >= all.length) return;
    event.preventDefault();
    all[at].tabIndex = -1;
    all[to].tabIndex = 0;
    all[to].focus();
  });
  container.addEventListener("focusin", (event) => {
    const all = items();
    if (all.includes(event.target)) all.forEach((item) => { item.tabIndex = item === event.target ? 0 : -1; });
  });
  reset();
  return reset;
}

/** Runs only the last of calls that follow each other quickly. */
export function debounced(call, milliseconds) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...values), milliseconds);
  };
}

export const prefersStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
