// The page: makes the parts, connects them, and listens to people.

import { Board } from "./board.js";
import { askNewGame, askToOpen, Editor, showKeys } from "./dialogs.js";
import { Disconnected, Engine } from "./engine.js";
import { squareOf } from "./game.js";
import { Graph } from "./graph.js";
import * as panels from "./panels.js";
import { Play } from "./play.js";
import { language, setLanguage, t, translate } from "./words.js";

const byId = (id) => document.getElementById(id);
const THEME = "outflank.theme";
const SAVED = "outflank.game";
const TOAST = 2600;

const engine = new Engine(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
const play = new Play(engine);
const board = new Board(byId("board"));
const graph = new Graph(byId("graph"));
const editor = new Editor(() => (editor.cells ? drawBoard() : play.go()), (command) => play.open(command));

const goTo = (ply) => editor.cells || play.goTo(ply);
let drawing = 0;
let isMoving = false;
let toast = 0;

function say(text) {
  const element = byId("toast");
  element.textContent = text;
  element.classList.add("shown");
  clearTimeout(toast);
  toast = setTimeout(() => element.classList.remove("shown"), TOAST);
}

function drawBoard() {
  const { game, node, hint } = play;
  if (editor.cells) {
    byId("status").textContent = t("editing");
    delete byId("status").dataset.said;
    board.show({ cells: editor.cells });
    return;
  }
  board.show({
    cells: node.cells,
    last: game.plies[game.at - 1]?.move,
    playable: play.mayPlay ? node.moves : [],
    values: panels.valuesOnBoard(play),
    hint: hint?.move,
    moving: isMoving,
  });
}

/** Draws everything, at most once a frame. */
function drawSoon(moving) {
  isMoving ||= moving;
  if (drawing === 0) drawing = requestAnimationFrame(drawAll);
}

function drawAll() {
  drawing = 0;
  const { game, node } = play;
  if (!node) return;
  drawBoard();
  isMoving = false;
  if (!editor.cells) panels.showStatus(play);
  panels.showPlayers(play, engine);
  panels.showMoves(game, goTo);
  panels.showValue(node);
  panels.showLines(play);
  panels.showSummary(game, goTo);
  graph.show(game);
  byId("undo").disabled = game.at === 0;
  byId("redo").disabled = game.isLive;
  byId("hint").disabled = !play.mayPlay;
  byId("move").disabled = play.isEnd;
  byId("review").disabled = game.plies.length === 0;
  byId("copy").disabled = game.plies.length === 0;
  byId("analyse").setAttribute("aria-pressed", play.analysing);
  byId("review").setAttribute("aria-pressed", play.reviewing !== null);
  const bottom = play.players.X === "engine" && play.players.O === "human" ? "O" : "X";
  document.querySelector(".table").dataset.bottom = bottom;
  save();
}

/** Kept over a reload of the page, and no longer than its tab. */
function save() {
  const { game, players, levels, seed } = play;
  const saved = { command: game.position(game.plies.length), at: game.at, players, levels, seed };
  sessionStorage.setItem(SAVED, JSON.stringify(saved));
}

async function begin() {
  byId("link").textContent = "";
  if (play.node) {
    if (!editor.cells) play.go();
    return;
  }
  try {
    const saved = JSON.parse(sessionStorage.getItem(SAVED) ?? "null");
    if (saved) {
      Object.assign(play, { levels: saved.levels, seed: saved.seed });
      await play.open(saved.command, saved.players);
      play.goTo(saved.at);
    } else {
      const hasLevels = engine.options.has("Level");
      const levels = { X: hasLevels ? 3 : 0, O: hasLevels ? 3 : 0 };
      await play.begin({ players: { X: "human", O: "engine" }, levels, time: null, fromHere: false });
    }
  } catch (error) {
    if (!(error instanceof Disconnected)) throw error;
  }
}

engine.addEventListener("open", begin);
engine.addEventListener("close", () => {
  byId("link").textContent = t(play.node ? "lost" : "connecting");
});
play.addEventListener("change", (event) => drawSoon(event.detail.moving));
play.addEventListener("pass", (event) => say(t("announcePass", { side: panels.name(event.detail) })));
graph.addEventListener("seek", (event) => goTo(event.detail));
board.addEventListener("square", (event) => {
  if (editor.cells) editor.put(event.detail);
  else if (play.node?.moves.includes(squareOf(event.detail)) && play.mayPlay) play.play(squareOf(event.detail));
});

async function newGame() {
  const wanted = await askNewGame(engine);
  if (wanted) await ifConnected(play.begin(wanted));
}

async function copy() {
  const text = play.game.transcript();
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure connection there is only the old way.
    const area = document.body.appendChild(document.createElement("textarea"));
    area.value = text;
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say(t("copied"));
}

async function ifConnected(done) {
  try {
    await done;
  } catch (error) {
    if (!(error instanceof Disconnected)) throw error;
    say(t("lost"));
  }
}

function edit() {
  if (editor.cells) {
    editor.cancel();
  } else if (play.node) {
    play.halt();
    editor.begin(play.node);
  }
}

const TOOLS = {
  new: newGame,
  undo: () => play.step(-1),
  redo: () => play.step(1),
  hint: () => play.askForHint(),
  move: () => play.moveNow(),
  analyse: () => play.toggleAnalysis(),
  review: () => play.toggleReview(),
  open: () => askToOpen((command) => play.open(command)),
  copy,
  edit,
  help: showKeys,
  theme: () => setTheme(isDark() ? "light" : "dark"),
};
for (const [id, act] of Object.entries(TOOLS)) byId(id).addEventListener("click", act);

const LETTERS = {
  n: "new", u: "undo", r: "redo", h: "hint", m: "move", a: "analyse", g: "review", o: "open", c: "copy", e: "edit",
  "?": "help",
};
const KEYS = {
  ArrowLeft: () => board.moveCursor(-1, 0),
  ArrowRight: () => board.moveCursor(1, 0),
  ArrowUp: () => board.moveCursor(0, -1),
  ArrowDown: () => board.moveCursor(0, 1),
  ",": () => goTo(play.game.at - 1),
  ".": () => goTo(play.game.at + 1),
  Home: () => goTo(0),
  End: () => goTo(play.game.plies.length),
  Escape: () => editor.cancel(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, select, textarea") || !play.node) return;
  const onBoard = event.target === document.body || event.target.closest("#board");
  let act = KEYS[event.key];
  if (onBoard && (event.key === "Enter" || event.key === " ")) act = () => board.chooseCursor();
  const button = byId(LETTERS[event.key.toLowerCase()] ?? "");
  if (button && !button.disabled && (!editor.cells || button.id === "edit")) act = TOOLS[button.id];
  if (!act) return;
  event.preventDefault();
  act();
});
// Nobody looks: nothing is analysed.
document.addEventListener("visibilitychange", () => play.node && !editor.cells && play.go());
document.addEventListener("pointerdown", () => byId("board").classList.remove("by-key"));

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(THEME, theme);
}

byId("language").value = language();
byId("language").addEventListener("change", (event) => {
  setLanguage(event.target.value);
  translate();
  delete byId("status").dataset.said;
  drawSoon(false);
});
setInterval(() => {
  if (!play.clocks.isOn) return;
  if (play.clocks.hasRunOut()) play.go();
  else panels.showClocks(play);
}, 100);

const theme = localStorage.getItem(THEME);
if (theme) setTheme(theme);
byId("link").textContent = t("connecting");
translate();
