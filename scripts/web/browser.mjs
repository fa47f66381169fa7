// A server of its own and a browser for it.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import readline from "node:readline";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** `outflank web`, which can be ended and started again at the same address. */
export class Server {
  address = "127.0.0.1:0";
  #engine;
  #process = null;

  constructor(engine) {
    this.#engine = engine;
  }

  async start() {
    const arguments_ = ["web", "--listen", this.address];
    this.#process = spawn(this.#engine, arguments_, { stdio: ["ignore", "ignore", "pipe"] });
    for await (const line of readline.createInterface({ input: this.#process.stderr })) {
      const found = /open http:\/\/([^,\s]+)/.exec(line);
      if (found) {
        this.address = found[1];
        return;
      }
      throw new Error(`the server says: ${line}`);
    }
    throw new Error("the server ended before it listened");
  }

  async stop() {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill("SIGTERM");
    await ended;
  }
}

/** A page of a browser of its own, with a new profile, and what went wrong on it. */
export class Browser {
  problems = [];
  #profile = mkdtempSync(path.join(tmpdir(), "outflank-web-"));
  #context;

  /** Options are playwright's: `viewport`, `colorScheme` ... */
  async open(executable, options) {
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      executablePath: executable,
      args: FLAGS,
      locale: "en-US",
      ...options,
    });
    const page = this.#context.pages()[0] ?? (await this.#context.newPage());
    page.setDefaultTimeout(20_000);
    page.on("pageerror", (error) => this.problems.push(error.stack ?? String(error)));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.problems.push(message.text());
    });
    return page;
  }

  async close() {
    await this.#context?.close();
    rmSync(this.#profile, { recursive: true, force: true });
  }
}
