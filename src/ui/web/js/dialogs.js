// What is asked of people: a new game, a game to be opened, a position to be made.

import { Disconnected, Refused } from "./engine.js";
import { oneLine, START } from "./game.js";
import { name } from "./panels.js";
import { t } from "./words.js";

const byId = (id) => document.getElementById(id);
const LAST_GAME = "outflank.newGame";
/** A line of the protocol, less what stands before a game. */
const LONGEST = 65_000;
/** Minutes, and seconds a move. */
const TIMES = [null, [1, 0], [3, 2], [5, 0], [10, 5], [25, 0]];

/** Shows a dialog; resolves with whether it ended with its main button. */
function shown(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "ok"), { once: true });
  });
}

function fill(select, texts, chosen) {
  select.replaceChildren(...texts.map((text, at) => new Option(text, at, false, at === chosen)));
}

/** Asks what to play; resolves with what `Play.begin` wants, or nothing. */
export async function askNewGame(engine) {
  const dialog = byId("new-dialog");
  const form = dialog.querySelector("form");
  const last = JSON.parse(localStorage.getItem(LAST_GAME) ?? "{}");
  const { side = "X", X = 3, O = 3, time = 0 } = last;
  form.elements.side.value = side;
  fill(byId("level-X"), t("levels"), X);
  fill(byId("level-O"), t("levels"), O);
  const times = TIMES.map((time) => {
    if (!time) return t("noTime");
    const [minutes, seconds] = time;
    return t(seconds ? "timeWith" : "timeIs", { minutes, seconds });
  });
  fill(byId("time"), times, time);
  byId("from-here").checked = false;
  const isEngines = (color) => form.elements.side.value === "none" || form.elements.side.value === other(color);
  const update = () => {
    for (const color of ["X", "O"]) {
      const field = byId(`level-${color}-field`);
      field.hidden = !engine.options.has("Level") || !isEngines(color);
      const both = form.elements.side.value === "none";
      field.firstChild.textContent = both ? t("levelOf", { side: name(color) }) : t("level");
    }
  };
  form.onchange = update;
  update();
  if (!(await shown(dialog))) return undefined;
  const chosen = {
    side: form.elements.side.value,
    X: Number(byId("level-X").value),
    O: Number(byId("level-O").value),
    time: Number(byId("time").value),
  };
  localStorage.setItem(LAST_GAME, JSON.stringify(chosen));
  const [minutes, seconds] = TIMES[chosen.time] ?? [];
  const who = (color) => (isEngines(color) ? "engine" : "human");
  return {
    players: { X: who("X"), O: who("O") },
    levels: { X: chosen.X, O: chosen.O },
    time: TIMES[chosen.time] && { minutes, seconds },
    fromHere: byId("from-here").checked,
  };
}

const other = (color) => (color === "X" ? "O" : "X");

/** Asks for a game and opens it; says what is wrong with it until it is right, or given up. */
export async function askToOpen(open) {
  const dialog = byId("open-dialog");
  const [text, error, file] = ["open-text", "open-error", "open-file"].map(byId);
  error.textContent = "";
  const read = async (blob) => {
    text.value = await blob.text();
    file.value = "";
    text.focus();
  };
  file.onchange = () => file.files[0] && read(file.files[0]);
  dialog.ondragover = (event) => event.preventDefault();
  dialog.ondrop = (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) read(event.dataTransfer.files[0]);
  };
  while (await shown(dialog)) {
    const line = oneLine(text.value);
    try {
      if (line.length > LONGEST) throw new Refused(t("tooLong"));
      await open(`position game ${line}`);
      text.value = "";
      return;
    } catch (reason) {
      if (!(reason instanceof Refused || reason instanceof Disconnected)) throw reason;
      const why = reason instanceof Refused ? reason.message : t("lost");
      error.textContent = t("openError", { why: why.replace(/^position: |; the last one stays$/g, "") });
    }
  }
}

/** Shows the keys. */
export function showKeys() {
  const rows = t("keys").flatMap(([key, what]) => {
    const [term, text] = [document.createElement("dt"), document.createElement("dd")];
    term.textContent = key;
    text.textContent = what;
    return [term, text];
  });
  byId("keys").replaceChildren(...rows);
  shown(byId("help-dialog"));
}

/** A position that is being made. */
export class Editor {
  /** `null` while nothing is edited; otherwise 64 cells. */
  cells = null;
  #changed;
  #done;

  constructor(changed, done) {
    this.#changed = changed;
    this.#done = done;
    byId("edit-clear").onclick = () => this.#set("-".repeat(64));
    byId("edit-start").onclick = () => this.#set(START.slice(0, 64));
    byId("edit-cancel").onclick = () => this.#set(null);
    byId("edit-done").onclick = () => this.#finish();
  }

  begin({ cells, side }) {
    document.querySelector(`input[name=mover][value="${side}"]`).checked = true;
    this.#set(cells);
  }

  cancel() {
    if (this.cells) this.#set(null);
  }

  /** Puts the chosen disc on a square, or takes it away again. */
  put(cell) {
    const brush = document.querySelector("input[name=brush]:checked").value;
    const disc = this.cells[cell] === brush ? "-" : brush;
    this.#set(this.cells.slice(0, cell) + disc + this.cells.slice(cell + 1));
  }

  #finish() {
    const side = document.querySelector("input[name=mover]:checked").value;
    const { cells } = this;
    this.#set(null);
    this.#done(`position board ${cells} ${side}`);
  }

  #set(cells) {
    this.cells = cells;
    byId("editor").hidden = cells === null;
    byId("tools").hidden = cells !== null;
    this.#changed();
  }
}
