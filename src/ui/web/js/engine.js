// A client of the engine: lines over a WebSocket, as protocol.md has them. Requests are answered in
// the order in which they are made; whatever is asked for ends the search that runs.

/** The connection broke before the answer was there. */
export class Disconnected extends Error {}

/** The engine refused something; the message says why. */
export class Refused extends Error {}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;

/** Events: `open` (named and with its options known) and `close`. */
export class Engine extends EventTarget {
  /** The options that the engine has: name to its line. */
  options = new Map();
  isOpen = false;
  #url;
  #socket = null;
  #pause = FIRST_PAUSE;
  // What has been asked and not been answered yet, the oldest first.
  #requests = [];
  // The options as the engine has them.
  #set = new Map();

  constructor(url) {
    super();
    this.#url = url;
    this.#connect();
  }

  /**
   * Sets a position and asks questions about it: `board`, `legalmoves` ...
   * Resolves with the answers, in order.
   */
  ask(position, questions) {
    const answers = [];
    return this.#request([position, ...questions.map((what) => `query ${what}`)], (line) => {
      if (line.startsWith("response ")) answers.push(line.slice("response ".length));
      return answers.length === questions.length ? answers : undefined;
    });
  }

  /**
   * Searches a position with these options, calling `report` with each line of information.
   * Resolves with the best move, `undefined` if the game is over.
   */
  search({ position, go, options = {} }, report = () => {}) {
    const lines = [];
    for (const [name, value] of Object.entries(options)) {
      if (this.options.has(name) && this.#set.get(name) !== value) {
        this.#set.set(name, value);
        lines.push(`setoption name ${name} value ${value}`);
      }
    }
    lines.push(position, `go ${go}`);
    const take = (line) => {
      const words = line.split(" ");
      if (words[0] === "info") report(readInfo(words));
      if (words[0] === "bestmove") return { best: words[1] === "(none)" ? undefined : words[1] };
      return undefined;
    };
    return this.#request(lines, take, true);
  }

  /** Ends the search that runs; it answers with what it has. */
  stop() {
    const running = this.#requests.filter((request) => request.isSearch && !request.isStopped);
    if (running.length > 0) {
      running.forEach((request) => (request.isStopped = true));
      this.#socket.send("stop");
    }
  }

  /** A new game: nothing is remembered of the last one. */
  forget() {
    if (!this.isOpen) return;
    this.stop();
    this.#socket.send("ucinewgame");
  }

  #request(lines, take, isSearch = false) {
    if (!this.isOpen) return Promise.reject(new Disconnected());
    this.stop();
    return this.#send(lines, take, isSearch);
  }

  #send(lines, take, isSearch) {
    return new Promise((resolve, reject) => {
      this.#requests.push({ take, resolve, reject, isSearch, error: null });
      this.#socket.send(lines.join("\n"));
    });
  }

  #hear(line) {
    const request = this.#requests[0];
    if (!request) return;
    if (line.startsWith("info string error: ")) {
      request.error ??= line.slice("info string error: ".length);
    }
    const answer = request.take(line);
    if (answer === undefined) return;
    this.#requests.shift();
    if (request.error && !request.isSearch) request.reject(new Refused(request.error));
    else request.resolve(answer);
  }

  #connect() {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => this.#introduce();
    socket.onmessage = (event) => event.data.split("\n").forEach((line) => this.#hear(line));
    socket.onclose = () => {
      this.isOpen = false;
      this.#set.clear();
      this.#requests.splice(0).forEach((request) => request.reject(new Disconnected()));
      this.dispatchEvent(new Event("close"));
      setTimeout(() => this.#connect(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    };
  }

  async #introduce() {
    const options = new Map();
    const take = (line) => {
      const option = /^option name (.+?) type /.exec(line);
      if (option) options.set(option[1], line);
      return line === "uciok" ? true : undefined;
    };
    try {
      await this.#send(["uci"], take, false);
    } catch {
      return;
    }
    this.options = options;
    this.isOpen = true;
    this.#pause = FIRST_PAUSE;
    this.dispatchEvent(new Event("open"));
  }
}

/**
 * A line `info ...`: numbers by their names, `value` in discs for the side to move, `moves`; or
 * `known`, what is certain about the lines before it.
 */
function readInfo(words) {
  if (words[1] === "string") {
    const said = words.slice(2).join(" ");
    return said.startsWith("exact") || said.startsWith("selectivity") ? { known: said } : {};
  }
  const info = {};
  for (let at = 1; at < words.length; at += 1) {
    if (words[at] === "pv") {
      info.moves = words.slice(at + 1);
      break;
    } else if (words[at] === "cp") {
      info.value = Number(words[at + 1]) / 100;
    } else if (/^-?\d+$/.test(words[at + 1] ?? "")) {
      info[words[at]] = Number(words[at + 1]);
    }
  }
  return info;
}
