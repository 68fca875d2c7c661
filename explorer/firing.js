// One node fires, step by step: play, pause, step; and what happens, in short sentences.

import {announce, button, h, prefersStillness, shortId} from "./dom.js";
import {counted} from "./numbers.js";

const PAUSE = 1800, TICK = 220; // milliseconds of a step, and of a step of the race

/** The moments: five steps, of which the race has as many as the cells need. */
function moments(firing) {
  const last = Math.max(1, ...firing.drive.map(({first_spike_step: step}) => step));
  return [["l4", 0], ["eligible", 0], ...Array.from({length: last}, (_, t) => ["race", t + 1]), ["compete", 0], ["l5a", 0]];
}

const TITLES = {l4: "1 · The input arrives at L4", eligible: "2 · Which columns may compete", race: "3 · The cells race", compete: "4 · The columns compete", l5a: "5 · L5a reads out"};

function sentences(firing, step, time) {
  const fired = firing.drive.filter(({first_spike_step: first}) => first > 0 && first <= time), winners = firing.drive.filter(({won}) => won), {inputs} = firing;
  switch (step) {
    case "l4": return [`L4 shows the node to all columns as ${inputs.class.length + inputs.identity.length} active inputs.`,
      `${inputs.class.length} class inputs are gathered from its neighbourhood: nodes with the same neighbours share them. ${inputs.identity.length} identity inputs are its own.`];
    case "eligible": return [`Each column prefers a region of the graph. ${counted(firing.drive.length, "column")} prefer regions near this node, and only these are shown in colour.`, "The darker a column, the more eligible it is."];
    case "race": return [`Step ${time}. Each cell charges with the inputs that its synapses favour. The first cell of a column that reaches its threshold fires; the others of the column fall silent.`,
      `${fired.length} of ${firing.drive.length} columns have fired.`];
    case "compete": return [`A column's score grows with its eligibility and with the drive of its cells; columns that tend to win together inhibit each other.`,
      `The best ${winners.length} columns win: ${winners.map(({column}) => column).sort((a, b) => a - b).join(", ")}. The cell that fired in each is one bit of the code.`];
    default: return [`Each neuron of L5a listens to its own column and to the cells that fired, winners and runners-up.`, `The ${firing.l5a.filter(({won}) => won).length} neurons with the highest scores are active. Together with L2/3 they are the learned code.`,
      ...(firing.as_stored === false ? ["The stored code differs in some bits: it broke a tie with another node, or the model was updated."] : [])];
  }
}

/** Controls and words. `show(step, time)` draws a moment; `rest()` goes back to nothing. */
export function firingControls(node, firing, {show, rest}) {
  const all = moments(firing), words = h("div", {class: "words", "aria-live": "polite"});
  let at = 0, timer = 0;
  const scrub = h("input", {type: "range", min: 0, max: all.length - 1, value: 0, "aria-label": "Moment", oninput: () => { pause(); go(Number(scrub.value)); }});
  const play = button("Play", () => (timer ? pause() : run()), {class: "primary"});
  const title = h("h4", {});

  function go(to) {
    at = Math.min(all.length - 1, Math.max(0, to));
    const [step, time] = all[at];
    show(step, time);
    scrub.value = at;
    scrub.setAttribute("aria-valuetext", `${TITLES[step]}${step === "race" ? `, step ${time}` : ""}`);
    title.textContent = TITLES[step];
    // While it plays the race, a screen reader would hear every tick.
    words.setAttribute("aria-live", timer && step === "race" ? "off" : "polite");
    words.replaceChildren(...sentences(firing, step, time).map((text) => h("p", {}, text)));
  }
  const jump = (by) => { // to the next or last of the five steps
    pause();
    const steps = all.map(([step], i) => (i === 0 || all[i - 1][0] !== step ? i : -1)).filter((i) => i >= 0);
    const ends = all[at][0] === "race" && by > 0 ? all.findIndex(([step]) => step === "compete") : undefined;
    go(ends ?? (by > 0 ? steps.find((i) => i > at) : steps.filter((i) => i < at).pop()) ?? at);
  };
  function run() {
    if (at === all.length - 1) go(0);
    play.textContent = "Pause";
    const tick = () => {
      if (at === all.length - 1) return pause();
      go(at + 1);
      timer = setTimeout(tick, all[at][0] === "race" ? TICK : PAUSE);
    };
    timer = setTimeout(tick, prefersStillness() ? PAUSE : 500);
  }
  function pause() {
    clearTimeout(timer);
    timer = 0;
    play.textContent = "Play";
  }
  const element = h("div", {class: "firing"}, h("div", {class: "firing-bar"}, title, scrub, h("div", {class: "actions", role: "group", "aria-label": `Firing of ${shortId(node.id)}`}, button("Back", () => jump(-1)), play, button("Next", () => jump(1)),
    button("Stop", () => { pause(); rest(); announce("Tiles show how often columns win"); }))), words);
  go(0);
  return {element, pause, redraw: () => go(at)};
}
