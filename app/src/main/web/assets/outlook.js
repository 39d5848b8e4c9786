import { Controller } from "./stimulus.js";
import { morphChildren } from "./turbo.js";
import { isChosen, isTyped, typed } from "./typing.js";

/** To say what a merge will do costs more than a page. */
const SELDOM = 1000;

/** Keeps true what a merge is said to do, while somebody writes its message. */
export default class extends Controller {
  disconnect() {
    clearTimeout(this.later);
    this.later = undefined;
  }

  /** Asks again when it is opened, because that may be another thing than when it was opened before. */
  look() {
    this.say("");
    this.ask(isTyped(this.element));
  }

  /** Somebody has the form before them while something happens. */
  lookLater() {
    if (!this.element.open) return;
    this.later ??= setTimeout(() => {
      this.later = undefined;
      // why: what was refused is read first, with what was asked for
      if (!this.element.querySelector("#update-problem")) this.ask(true);
    }, SELDOM);
  }

  async ask(isBeingRead) {
    const frame = this.element.querySelector("turbo-frame[complete]");
    if (!this.element.open || !frame) return;
    const question = (this.question = {});
    const text = await fetch(frame.src, { headers: { Accept: "text/html", "Turbo-Frame": frame.id } })
      .then((answer) => answer.text())
      .catch(() => "");
    // why: an older answer may come last
    if (question !== this.question) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    const next = page.getElementById(frame.id);
    // why: what is on its way brings another page, which says how things are then
    if (!next || !frame.isConnected || frame.matches("[busy]") || frame.querySelector("form[aria-busy]")) return;
    const before = outlook(frame);
    const hadFocus = frame.contains(document.activeElement);
    show(frame, next);
    if (hadFocus && !frame.contains(document.activeElement)) frame.querySelector("textarea, input:not([type=hidden]), button")?.focus();
    if (isBeingRead && before !== outlook(frame)) this.say("What will happen has changed meanwhile.");
  }

  /** What was typed has been used, and is nobody's any more: the frame stays on the page. */
  sent({ target: form, detail }) {
    if (detail.success) form.reset();
  }

  say(words) {
    const place = this.element.querySelector("#merge-news");
    if (place) place.textContent = words;
  }
}

/** What a merge would do, and what is in its way. */
function outlook(frame) {
  return [...frame.querySelectorAll("h2, .facts, .hindrance")].map((part) => part.textContent).join();
}

/** Shows what the server says now; what somebody typed or chose stays, also where nothing can be sent now. */
function show(frame, next) {
  const chosen = new Set([...frame.querySelectorAll("select")].filter(isChosen));
  const isReaders = (field) => typed(field, "value") || typed(field, "checked");
  const keep = (event) => {
    const { attributeName, newElement } = event.detail;
    const isGoing = !attributeName && !newElement;
    const isChoice = attributeName === "selected" && chosen.has(event.target.closest("select"));
    const isKept = attributeName ? isChoice || typed(event.target, attributeName) : event.target.matches(".said");
    if (isKept || (isGoing && [...event.target.querySelectorAll("textarea, [type=radio], [type=text]")].some(isReaders))) event.preventDefault();
  };
  const names = ["turbo:before-morph-attribute", "turbo:before-morph-element"];
  for (const name of names) frame.addEventListener(name, keep);
  morphChildren(frame, next);
  for (const name of names) frame.removeEventListener(name, keep);
}
