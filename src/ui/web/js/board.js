// The board: draws what it is given and says what was pointed at. It knows nothing of the rules:
// discs that turn are those that had another colour before.

import { cellOf, squareOf } from "./game.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const CELL = 100;
// Left and above, where the coordinates are, and on the other sides.
const EDGE = 42;
const SIZE = 8 * CELL + EDGE + 18;
// Milliseconds: a disc turns for so long, the next one begins so much later.
const TURN = 300;
const LATER = 45;

export function draw(parent, name, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text) element.textContent = text;
  parent.append(element);
  return element;
}

const center = (cell) => [EDGE + (cell % 8) * CELL + CELL / 2, EDGE + (cell >> 3) * CELL + CELL / 2];
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Events: `square`, with `detail` 0 to 63, for one that was clicked or chosen by a key. */
export class Board extends EventTarget {
  #svg;
  #cells = [];
  #discs = Array(64).fill(null);
  #layers = {};
  #shown = "-".repeat(64);
  #cursor = 27;

  constructor(svg) {
    super();
    this.#svg = svg;
    svg.setAttribute("viewBox", `0 0 ${SIZE} ${SIZE}`);
    svg.setAttribute("role", "grid");
    svg.setAttribute("tabindex", "0");
    this.#drawWood();
    for (const name of ["last", "cells", "discs", "marks", "cursor"]) {
      this.#layers[name] = draw(svg, "g", { class: name });
      // Everything that is to be read is in the cells.
      if (name !== "cells") this.#layers[name].setAttribute("aria-hidden", "true");
    }
    this.#drawCells();
    draw(this.#layers.cursor, "rect", { width: CELL - 8, height: CELL - 8, rx: 10 });
    this.#moveCursorTo(this.#cursor);
    svg.addEventListener("click", (event) => {
      const cell = event.target.closest?.("[data-cell]");
      if (cell) this.#choose(Number(cell.dataset.cell));
    });
  }

  #drawWood() {
    const svg = this.#svg;
    const defs = draw(svg, "defs");
    const gradient = (id, kind, stops, more = {}) => {
      const made = draw(defs, kind, { id, ...more });
      stops.forEach((name, at) => {
        draw(made, "stop", { offset: at / (stops.length - 1), class: name });
      });
    };
    const light = { cx: 0.36, cy: 0.3, r: 0.8 };
    gradient("black-disc", "radialGradient", ["black-1", "black-2", "black-3"], light);
    gradient("white-disc", "radialGradient", ["white-1", "white-2", "white-3"], light);
    gradient("felt", "radialGradient", ["felt-1", "felt-2"], { cx: 0.5, cy: 0.42, r: 0.75 });
    gradient("wood", "linearGradient", ["wood-1", "wood-2"], { x1: 0, y1: 0, x2: 1, y2: 1 });
    draw(svg, "rect", { width: SIZE, height: SIZE, rx: 22, fill: "url(#wood)" });
    const felt = { x: EDGE, y: EDGE, width: 8 * CELL, height: 8 * CELL };
    draw(svg, "rect", { ...felt, fill: "url(#felt)", class: "felt" });
    const grid = draw(svg, "path", { class: "grid" });
    let path = "";
    for (let at = 0; at <= 8; at += 1) {
      const [here, end] = [EDGE + at * CELL, EDGE + 8 * CELL];
      path += `M${EDGE} ${here}H${end}M${here} ${EDGE}V${end}`;
    }
    grid.setAttribute("d", path);
    for (const x of [2, 6]) {
      for (const y of [2, 6]) {
        draw(svg, "circle", { cx: EDGE + x * CELL, cy: EDGE + y * CELL, r: 7, class: "star" });
      }
    }
    const hidden = { class: "coordinate", "aria-hidden": "true" };
    for (let at = 0; at < 8; at += 1) {
      const middle = EDGE + (at + 0.5) * CELL;
      draw(svg, "text", { ...hidden, x: middle, y: EDGE / 2 + 8 }, "abcdefgh"[at]);
      draw(svg, "text", { ...hidden, x: EDGE / 2, y: middle + 8 }, String(at + 1));
    }
  }

  #drawCells() {
    for (let row = 0; row < 8; row += 1) {
      const group = draw(this.#layers.cells, "g", { role: "row" });
      for (let column = 0; column < 8; column += 1) {
        const cell = row * 8 + column;
        const square = squareOf(cell);
        const [x, y] = [EDGE + column * CELL, EDGE + row * CELL];
        const place = { x, y, width: CELL, height: CELL, class: "cell", role: "gridcell" };
        this.#cells.push(draw(group, "rect", { ...place, id: `square-${square}`, "data-cell": cell }));
      }
    }
  }

  /**
   * Shows a position. `last`: the square of the last move; `playable`: squares with a dot; `values`:
   * discs by square; `hint`: a square to be shown. Discs turn if `moving`.
   */
  show({ cells, last, playable = [], values = null, hint, moving = false }) {
    const from = last && last !== "pass" ? cellOf(last) : null;
    for (let cell = 0; cell < 64; cell += 1) {
      if (cells[cell] !== this.#shown[cell]) {
        this.#put(cell, cells[cell], moving && !still.matches, from);
      }
    }
    this.#shown = cells;
    this.#layers.last.replaceChildren();
    if (from !== null) {
      const [x, y] = center(from);
      const place = { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL };
      draw(this.#layers.last, "rect", { ...place, class: "last-square" });
    }
    this.#mark(from, cells, playable, values, hint);
    this.#svg.setAttribute("aria-label", t("board"));
    this.#cells.forEach((element, cell) => {
      const square = squareOf(cell);
      const what = { X: t("black"), O: t("white"), "-": t("empty") }[cells[cell]];
      const legal = playable.includes(square) ? `, ${t("legal")}` : "";
      const value = values?.has(square) ? `, ${values.get(square).text}` : "";
      element.setAttribute("aria-label", `${square}, ${what}${legal}${value}`);
      element.classList.toggle("playable", playable.includes(square));
    });
  }

  #mark(from, cells, playable, values, hint) {
    const marks = this.#layers.marks;
    marks.replaceChildren();
    if (from !== null) {
      const [cx, cy] = center(from);
      draw(marks, "circle", { cx, cy, r: 9, class: `last-dot on-${cells[from]}` });
    }
    for (const square of playable) {
      const [cx, cy] = center(cellOf(square));
      if (!values?.has(square)) draw(marks, "circle", { cx, cy, r: 12, class: "legal-dot" });
    }
    for (const [square, { text, loss }] of values ?? []) {
      const [x, y] = center(cellOf(square));
      const rank = loss < 0.005 ? "best" : loss < 2 ? "good" : loss < 4 ? "fair" : loss < 10 ? "bad" : "worst";
      const place = { x: x - 43, y: y - 26, width: 86, height: 52, rx: 26 };
      draw(marks, "rect", { ...place, class: `value ${rank}` });
      draw(marks, "text", { x, y: y + 11, class: `value ${rank}` }, text);
    }
    if (hint) {
      const [cx, cy] = center(cellOf(hint));
      draw(marks, "circle", { cx, cy, r: 38, class: "hint-ring" });
    }
  }

  /** Puts a disc on a square, turns the one that is there, or takes it away. */
  #put(cell, side, moving, from) {
    const old = this.#discs[cell];
    if (side === "-") {
      old?.remove();
      this.#discs[cell] = null;
      return;
    }
    const name = side === "X" ? "black" : "white";
    const [cx, cy] = center(cell);
    if (!old) {
      const disc = draw(this.#layers.discs, "g", { class: `disc ${name}` });
      draw(disc, "circle", { cx, cy: cy + 5, r: 41, class: "shadow" });
      draw(disc, "circle", { cx, cy, r: 41, class: "face" });
      this.#discs[cell] = disc;
      const frames = [{ transform: "scale(1.25)", opacity: 0 }, { transform: "none", opacity: 1 }];
      if (moving) disc.animate(frames, { duration: 160, easing: "ease-out" });
      return;
    }
    // What an animation that is broken off settles on is what is wanted by then.
    old.dataset.name = name;
    const settle = () => old.setAttribute("class", `disc ${old.dataset.name}`);
    old.getAnimations().forEach((animation) => animation.cancel());
    if (!moving || from === null) {
      settle();
      return;
    }
    const apart = Math.max(Math.abs((cell % 8) - (from % 8)), Math.abs((cell >> 3) - (from >> 3)));
    const timing = { duration: TURN / 2, fill: "both" };
    const delay = 60 + LATER * apart;
    const away = old.animate([{ transform: "none" }, { transform: "scale(0.04, 1.1)" }], {
      ...timing,
      delay,
      easing: "ease-in",
    });
    away.onfinish = () => {
      settle();
      away.cancel();
      const frames = [{ transform: "scale(0.04, 1.1)" }, { transform: "none" }];
      old.animate(frames, { duration: TURN / 2, easing: "ease-out" });
    };
    away.oncancel = settle;
  }

  /** Moves the keyboard's cursor. */
  moveCursor(right, down) {
    const column = Math.min(7, Math.max(0, (this.#cursor % 8) + right));
    const row = Math.min(7, Math.max(0, (this.#cursor >> 3) + down));
    this.#moveCursorTo(row * 8 + column);
    this.#svg.classList.add("by-key");
    this.#svg.focus({ preventScroll: true });
  }

  /** Chooses the square below the cursor. */
  chooseCursor() {
    this.#choose(this.#cursor);
  }

  #moveCursorTo(cell) {
    this.#cursor = cell;
    const [x, y] = center(cell);
    const rect = this.#layers.cursor.firstChild;
    rect.setAttribute("x", x - CELL / 2 + 4);
    rect.setAttribute("y", y - CELL / 2 + 4);
    this.#svg.setAttribute("aria-activedescendant", `square-${squareOf(cell)}`);
  }

  #choose(cell) {
    this.#moveCursorTo(cell);
    this.dispatchEvent(new CustomEvent("square", { detail: cell }));
  }
}
