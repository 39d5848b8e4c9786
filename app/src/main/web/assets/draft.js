import { isAsItCame, isMark, isWorthKeeping, keyOf } from "./choices.js";
import { toast } from "./sentences.js";
import { Controller } from "./stimulus.js";

/** Keeps what was typed into a form, and chosen in it, until the server has taken it. */
export default class extends Controller {
  static targets = ["said", "passing"];
  static values = { name: String };

  connect() {
    this.restore();
    this.onInput = () => this.keep();
    this.onSent = (event) => {
      if (!event.detail.success) return;
      this.forget();
      // why: such a field stays on the page when its words have gone
      for (const field of this.passingTargets) field.value = "";
    };
    this.element.addEventListener("input", this.onInput);
    this.element.addEventListener("turbo:submit-end", this.onSent);
  }

  disconnect() {
    this.element.removeEventListener("input", this.onInput);
    this.element.removeEventListener("turbo:submit-end", this.onSent);
  }

  /** The field may come later than the form, when there is something to merge again. */
  saidTargetConnected() {
    this.restore();
  }

  get key() {
    return `baton draft ${this.nameValue}`;
  }

  get fields() {
    return [...this.element.querySelectorAll("input[type=text], input:not([type]), input[type=radio], input[type=checkbox], select, textarea")].filter((field) => field.name && !field.name.startsWith("_"));
  }

  keep() {
    const kept = {};
    for (const field of this.fields) if (isWorthKeeping(field)) kept[keyOf(field)] = isMark(field) ? field.checked : field.value;
    if (Object.keys(kept).length === 0) {
      this.forget();
      return;
    }
    localStorage.setItem(this.key, JSON.stringify(kept));
    this.say("Draft kept");
  }

  restore() {
    const kept = JSON.parse(localStorage.getItem(this.key) ?? "{}");
    let isRestored = false;
    for (const field of this.fields) {
      const was = kept[keyOf(field)];
      if (was === undefined || !isAsItCame(field, was)) continue;
      if (isMark(field)) field.checked = was;
      else field.value = was;
      isRestored = true;
    }
    if (isRestored) this.say("Draft kept");
  }

  /** The reader wants nothing of it any more, and may think better of it. */
  discard() {
    const { key } = this;
    const kept = localStorage.getItem(key);
    if (kept === null) return;
    this.forget();
    toast("What you typed is thrown away.", { word: "Undo", run: () => localStorage.setItem(key, kept) });
  }

  forget() {
    localStorage.removeItem(this.key);
    this.say("");
  }

  say(words) {
    for (const place of this.saidTargets) place.textContent = words;
  }
}
