// The page's words in the language that was chosen, or the browser's.

import { en } from "./words/en.js";
import { ja } from "./words/ja.js";
import { zh } from "./words/zh.js";

const LANGUAGES = { en, zh, ja };
const KEY = "outflank.language";

function first() {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages];
  return wanted.map((tag) => tag?.slice(0, 2)).find((tag) => tag in LANGUAGES) ?? "en";
}

let current = first();

export function language() {
  return current;
}

export function setLanguage(tag) {
  current = tag in LANGUAGES ? tag : "en";
  localStorage.setItem(KEY, current);
}

/** A text by its name, with `{name}` replaced by what is given. */
export function t(name, given = {}) {
  const text = LANGUAGES[current][name] ?? en[name] ?? name;
  if (typeof text !== "string") return text;
  return text.replace(/\{(\w+)\}/g, (whole, key) => given[key] ?? whole);
}

/** Puts the texts into the elements that name them. */
export function translate() {
  document.documentElement.lang = current === "zh" ? "zh-Hans" : current;
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = t(element.dataset.text);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
    if (element.matches("button")) element.title = t(element.dataset.label);
  }
}
