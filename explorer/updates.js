// Edge changes while the server runs: the codes of some nodes change, and their dots move.

import {post} from "./api.js";
import {announce, button, h, idText, note, section} from "./dom.js";
import {rememberIds} from "./graph.js";
import {count, counted} from "./numbers.js";

const SHOWN = 50;

/** Lines "+ a b", "- a b" or "+ a b 2.5", fields separated by tabs, commas or blanks, as {add, remove}. */
export function readChanges(text) {
  const changes = {add: [], remove: []};
  text.split("\n").forEach((line, i) => {
    if (line.trim() === "") return;
    const sign = line.trim()[0], rest = line.trim().slice(1).trim();
    const separator = rest.includes("\t") ? "\t" : rest.includes(",") ? "," : /\s+/;
    const [source, target, weight, more] = rest.split(separator).map((field) => field.trim());
    if (!"+-−".includes(sign) || !source || !target || more !== undefined) throw new Error(`Line ${i + 1}: write + or −, then two ids, and a weight if you like.`);
    if (sign === "+") {
      if (weight !== undefined && !(Number(weight) > 0)) throw new Error(`Line ${i + 1}: the weight is no positive number.`);
      changes.add.push({source, target, ...(weight === undefined ? {} : {weight: Number(weight)})});
    } else {
      changes.remove.push({source, target});
    }
  });
  return changes;
}

export function updatesView(app) {
  if (!app.graph.summary.updates) {
    return section("A living graph", note("Start the command with ", h("code", {}, "--updates"), " to add and remove edges here and to watch codes move."));
  }
  const text = h("textarea", {id: "changes", rows: 4, spellcheck: "false", placeholder: "+ 35 1913\n- 35 887"}), results = h("div", {class: "results"});
  const apply = button("Apply", run, {class: "primary"});

  async function run() {
    let changes;
    try {
      changes = readChanges(text.value);
    } catch (error) {
      return fail(error.message);
    }
    if (!changes.add.length && !changes.remove.length) return fail("Type a change first, such as: + 35 1913");
    apply.disabled = true;
    results.replaceChildren(note("Learning the changed nodes again…"));
    try {
      const {changed} = await post("update", changes);
      rememberIds(app.graph, changed);
      await app.reload();
      for (const view of app.views.values()) view.forget?.();
      app.map.move(changed.filter(({from, to}) => from && to));
      draw(changed);
    } catch (error) {
      fail(error.message);
    } finally {
      apply.disabled = false;
    }
  }

  function fail(message) {
    results.replaceChildren(h("div", {class: "failure", role: "alert"}, h("p", {}, message)));
  }

  function draw(changed) {
    const order = [...changed].sort((a, b) => b.bits_changed - a.bits_changed);
    const moved = changed.filter(({from, to}) => from && to && (from.x !== to.x || from.y !== to.y)).length;
    const summary = changed.length ? `The codes of ${counted(changed.length, "node")} changed; ${counted(moved, "dot")} moved on the map.` : "No code changed.";
    results.replaceChildren(h("p", {class: "lead"}, summary), changed.length ? h("table", {class: "hits"}, h("thead", {}, h("tr", {}, h("th", {scope: "col"}, "Node"), h("th", {scope: "col"}, "Bits changed"))),
      h("tbody", {}, order.slice(0, SHOWN).map((node) => h("tr", {}, h("th", {scope: "row"}, button(idText(node.id), () => app.openNode(node), {class: "node"})), h("td", {}, count(node.bits_changed)))))) : "",
      order.length > SHOWN ? note(`and ${count(order.length - SHOWN)} more`) : "");
    announce(summary);
  }

  return section("A living graph", h("p", {class: "lead"}, "Add and remove edges in the memory of the server. The files stay as they are."), h("label", {for: "changes"}, "Changes, one per line"), text,
    h("div", {class: "actions"}, apply), results);
}
