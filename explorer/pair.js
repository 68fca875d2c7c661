// Two nodes: why are they alike?

import {latest, post} from "./api.js";
import {codeView} from "./code_view.js";
import {nodeCombobox} from "./combobox.js";
import {announce, button, h, idText, note, section, shortId} from "./dom.js";
import {explainBits} from "./explain_bits.js";
import {activeOf} from "./hits.js";
import {chance, counted, count} from "./numbers.js";
import {set, state} from "./state.js";

export function pairView(app) {
  const newest = latest(), {graph} = app, results = h("div", {class: "results"});
  const first = nodeCombobox(graph, "First node", ({id}) => set({node: String(id)}), {keep: true});
  const second = nodeCombobox(graph, "Second node", ({id}) => set({with: String(id)}), {keep: true});
  const element = h("div", {}, section("Two nodes", first, second), results);

  async function ask() {
    first.field.value = state.node ?? "";
    second.field.value = state.with ?? "";
    if (state.node === null || state.with === null) return results.replaceChildren(note("Choose two nodes."));
    if (state.node === state.with) return results.replaceChildren(note("These are one node. Choose another."));
    try {
      const a = {id: state.node}, b = {id: state.with};
      const [words, one, other] = await newest((signal) => Promise.all([post("explain", {...a, with: b}, {signal}), post("node", a, {signal}), post("node", b, {signal})]));
      draw(words, one, other);
      announce(words.sentences.join(" "));
    } catch (error) {
      results.replaceChildren(h("div", {class: "failure", role: "alert"}, h("p", {}, error.message)));
    }
  }

  function draw(words, one, other) {
    const {learned, near} = activeOf(graph.summary), figures = h("dl", {class: "figures"});
    const figure = (value, text) => figures.append(h("div", {}, h("dd", {}, value), h("dt", {}, text)));
    if (near && words.near !== undefined) figure(`${words.near} of ${near}`, "near: shared neurons of L6");
    figure(`${words.overlap} of ${learned}`, "shared learned bits");
    figure(chance(words.chance, words.least), "random pairs share as much");
    const {graph: evidence} = words, shared = one.bits.filter((bit) => other.bits.includes(bit));
    const common = evidence?.common_neighbours ?? [];
    results.replaceChildren(figures,
      section("In words", h("div", {class: "words"}, words.sentences.map((text) => h("p", {}, text)))),
      common.length ? section(`${counted(common.length, "common neighbour")}`, h("ul", {class: "nodes"}, common.slice(0, 12).map((node) => h("li", {}, button(idText(node.id), () => app.openNode(node), {class: "node"})))),
        common.length > 12 ? note(`and ${count(common.length - 12)} more`) : null) : null,
      section("Their codes", h("p", {class: "key"}, h("i", {class: "bit shared"}), ` both (${shared.length})`, h("i", {class: "bit quiet"}), ` only ${shortId(one.id, 18)}`, h("i", {class: "bit foreign"}), ` only ${shortId(other.id, 18)}`),
        codeView(graph.summary, {bits: one.bits, shared, others: other.bits.filter((bit) => !shared.includes(bit))})),
      explainBits(app, words, words) ?? "");
    app.map.mark({node: one.row, with: other.row, near: [other.row], names: new Map([[one.row, shortId(one.id, 24)], [other.row, shortId(other.id, 24)]])});
    app.map.reveal(graph.x[one.row], graph.y[one.row]);
  }

  return {element, update(changed) {
    if (changed.some((name) => ["view", "tab", "node", "with"].includes(name))) ask();
  }};
}
