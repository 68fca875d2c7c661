// What is shown, as one object. It is kept in the fragment of the address, so that a link shows the same.

const TOKEN = "columnar-token";
const LISTS = ["like", "unlike", "bits"]; // several values each
const kept = ["view", "node", "with", "colour", "column", "tab", ...LISTS];

export const state = {view: "node", node: null, with: null, colour: null, column: null, tab: null, like: [], unlike: [], bits: []};
const listeners = [];

/** Reads the fragment. A token in it goes to the storage of the tab and leaves the address. */
export function readFragment() {
  const values = new URLSearchParams(location.hash.slice(1));
  if (values.has("token")) {
    sessionStorage.setItem(TOKEN, values.get("token"));
    values.delete("token");
    history.replaceState(null, "", `#${values}`);
  }
  for (const key of kept) {
    if (key === "bits") state.bits = values.getAll("bits").map(Number).filter(Number.isInteger);
    else if (LISTS.includes(key)) state[key] = values.getAll(key);
    else state[key] = values.get(key);
  }
  state.view ??= "node";
}

export const token = () => sessionStorage.getItem(TOKEN);

function fragment() {
  const values = new URLSearchParams();
  for (const key of kept) {
    if (LISTS.includes(key)) state[key].forEach((value) => values.append(key, value));
    else if (state[key] !== null && !(key === "view" && state.view === "node")) values.set(key, state[key]);
  }
  return String(values);
}

/** Changes the state, the address and what depends on it. A new node or view is a step of the browser's history. */
export function set(change) {
  const changed = Object.keys(change).filter((key) => String(state[key]) !== String(change[key]) || state[key] !== change[key]);
  if (changed.length === 0) return;
  Object.assign(state, change);
  const isStep = changed.some((key) => ["view", "node", "with"].includes(key));
  history[isStep ? "pushState" : "replaceState"](null, "", `#${fragment()}`);
  tell(changed);
}

/** Calls listener(names of what changed) after every change. */
export const onChange = (listener) => listeners.push(listener);

function tell(changed) {
  for (const listener of listeners) listener(changed);
}

addEventListener("popstate", () => {
  const before = structuredClone(state);
  readFragment();
  const changed = kept.filter((key) => String(before[key]) !== String(state[key]));
  if (changed.length) tell(changed);
});
