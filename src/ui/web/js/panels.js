// What stands around the board: players, the line that says what goes on, moves, lines, a summary.

import { count } from "./game.js";
import { mark, summary, written } from "./values.js";
import { t } from "./words.js";

const SIDES = ["X", "O"];

const byId = (id) => document.getElementById(id);

export function name(side) {
  return t(side === "X" ? "black" : "white");
}

function make(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

/** Who plays, with how many discs; whose turn it is. */
export function showPlayers(play, engine) {
  const { node, players, levels } = play;
  for (const side of SIDES) {
    const strip = byId(`player-${side}`);
    const isEngine = players[side] === "engine";
    const level = engine.options.has("Level") ? t("levels")[levels[side]] : "";
    const who = strip.querySelector(".who");
    who.replaceChildren(make("b", "", name(side)));
    who.append(make("small", "", isEngine ? [t("engine"), level].filter(Boolean).join(" · ") : t("you")));
    strip.querySelector(".count").value = count(node.cells, side);
    strip.classList.toggle("mover", !play.isEnd && node.side === side);
    strip.classList.toggle("thinks", play.isThinking && node.side === side);
  }
  showClocks(play);
}

export function showClocks({ clocks }) {
  for (const side of SIDES) {
    const clock = byId(`player-${side}`).querySelector(".clock");
    clock.hidden = !clocks.isOn;
    const left = clocks.left(side);
    const seconds = left < 10_000 ? (Math.floor(left / 100) / 10).toFixed(1) : Math.ceil(left / 1000);
    const minutes = Math.floor(seconds / 60);
    const rest = left < 10_000 ? seconds : String(seconds % 60).padStart(2, "0");
    clock.textContent = `${minutes}:${left < 10_000 ? String(rest).padStart(4, "0") : rest}`;
    clock.classList.toggle("short", left < 10_000);
  }
}

/** How a game has ended. */
function result({ node, clocks }) {
  if (!node.over) return t("outOfTime", { side: name(clocks.flagged) });
  const [black, white] = SIDES.map((side) => count(node.cells, side));
  const empties = 64 - black - white;
  const { score } = node;
  const given = { black: score > 0 ? black + empties : black, white: score < 0 ? white + empties : white };
  if (score === 0) return t("draw", { black: 32, white: 32 });
  return t("wins", { side: name(score > 0 ? "X" : "O"), ...given });
}

/** The line that says what goes on; also for those who cannot see the board. */
export function showStatus(play) {
  const { game, node, hint } = play;
  const status = byId("status");
  const last = game.plies[game.at - 1];
  const parts = [];
  if (last && last.move !== "pass") {
    parts.push(t("announcePlay", { side: name(last.side), move: last.move }));
  }
  const isOver = play.isEnd;
  const isEngine = game.isLive && play.players[node.side] === "engine" && play.isThinking;
  if (hint) {
    parts.push(t("hintIs", { move: hint.move, value: written(hint.discs) }));
  } else if (play.reviewing !== null) {
    parts.push(t("reviewing", { ply: play.reviewing + 1, plies: game.plies.length }));
  } else if (isOver) {
    parts.push(result(play));
  } else if (node.mustPass) {
    parts.push(t("announcePass", { side: name(node.side) }));
  } else {
    parts.push(t(isEngine ? "nowEngine" : "nowYou", { side: name(node.side) }));
  }
  const text = parts.at(-1);
  if (status.dataset.said === parts.join()) return;
  status.dataset.said = parts.join();
  status.replaceChildren();
  if (parts.length > 1) status.append(make("span", "said", `${parts[0]}. `));
  status.append(make("strong", isOver ? "result" : "", text));
}

/** The moves, the one that is looked at marked. Moves are buttons: `goTo` is called with the ply. */
export function showMoves(game, goTo) {
  const list = byId("moves");
  const same = list.childElementCount <= game.plies.length;
  if (!same) list.replaceChildren();
  game.plies.forEach((ply, at) => {
    let item = list.children[at];
    if (!item) {
      item = make("li", "");
      const button = make("button", "");
      button.type = "button";
      button.addEventListener("click", () => goTo(at + 1));
      item.append(button);
      list.append(item);
    }
    const button = item.firstChild;
    const sign = mark(ply.loss);
    const text = (ply.move === "pass" ? "–" : ply.move) + sign;
    if (button.textContent !== text) button.textContent = text;
    item.className = `${ply.side === "X" ? "black" : "white"} ${sign === "?" ? "mistake" : sign ? "blunder" : ""}`;
    const isHere = at + 1 === game.at;
    button.setAttribute("aria-current", isHere ? "step" : "false");
    button.setAttribute("aria-label", `${at + 1}. ${name(ply.side)} ${text}`);
    if (isHere && !item.classList.contains("here")) {
      list.scrollTop = Math.max(0, item.offsetTop - list.offsetTop - list.clientHeight / 2);
    }
    item.classList.toggle("here", isHere);
  });
  byId("ply").textContent = t("currentMove", { ply: game.at, plies: game.plies.length });
}

/** What the position is worth to Black. */
export function showValue({ value }) {
  const text = value ? written(value.discs, value.exact) : "";
  const depth = value?.exact ? t("exact") : value?.depth ? t("depth", { depth: value.depth }) : "";
  byId("value").textContent = [text && `${t("black")} ${text}`, depth].filter(Boolean).join(" · ");
}

/** The best lines of the analysis. */
export function showLines(play) {
  const card = byId("lines");
  card.hidden = !play.analysing;
  if (card.hidden) return;
  const [best] = play.lines;
  const speed = best?.speed ? `${(best.speed / 1e6).toFixed(1)} M/s` : "";
  const depth = !best ? "" : best.exact ? t("exact") : t("depth", { depth: best.depth });
  byId("depth").textContent = [depth, speed].filter(Boolean).join(" · ");
  const items = play.lines.slice(0, 3).map((line) => {
    const item = make("li", "");
    item.append(make("b", "", line.text), make("span", "", line.moves.slice(0, 16).join(" ")));
    return item;
  });
  card.querySelector("ol").replaceChildren(...items);
}

/** What a review has found. */
export function showSummary(game, goTo) {
  const box = byId("summary");
  const found = SIDES.map((side) => [side, summary(game, side)]).filter(([, what]) => what);
  box.hidden = found.length === 0;
  const parts = found.map(([side, { average, mistakes, blunders, worst }]) => {
    const part = make("div", "of");
    const head = make("p", "");
    head.append(make("i", `chip ${side === "X" ? "black" : "white"}`));
    head.append(make("b", "", t("averageLoss", { loss: written(-average) })));
    head.append(make("span", "mistake", `${t("mistakes")}: ${mistakes}`));
    head.append(make("span", "blunder", `${t("blunders")}: ${blunders}`));
    part.append(head);
    if (worst.length > 0) part.append(make("span", "faint", `${t("worst")}:`));
    for (const { at, move, loss } of worst) {
      const text = `${at} ${move}${mark(loss)} ${written(-loss.discs)}`;
      const button = make("button", `small ${mark(loss) === "?" ? "mistake" : "blunder"}`, text);
      button.type = "button";
      button.title = t("better", { move: loss.best });
      button.addEventListener("click", () => goTo(at));
      part.append(button);
    }
    return part;
  });
  box.replaceChildren(...parts);
}

/** The values to be drawn on squares: the analysis's, or the hint's. */
export function valuesOnBoard(play) {
  if (play.lines.length === 0) return null;
  return new Map(play.lines.filter((line) => line.move !== "pass").map((line) => [line.move, line]));
}

