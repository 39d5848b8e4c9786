import { Controller } from "./stimulus.js";
import { toast } from "./sentences.js";
import { isChosen, typed } from "./typing.js";

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

function isMark(field) {
  return ["radio", "checkbox"].includes(field.type);
}

/** What tells a field from all others of its form. */
function keyOf(field) {
  return isMark(field) ? `${field.name} ${field.value}` : field.name;
}

/** What the server would not write into it by itself; of radio buttons the one that is chosen says all. */
function isWorthKeeping(field) {
  if (field.matches("select")) return isChosen(field);
  if (isMark(field)) return typed(field, "checked") && (field.checked || field.type === "checkbox");
  return field.value !== "";
}

/** True if nobody has changed it since it came, and it can be what it was. */
function isAsItCame(field, was) {
  if (field.matches("select")) return !isChosen(field) && [...field.options].some((option) => option.value === was);
  if (isMark(field)) return !typed(field, "checked");
  return !field.value || field.value === field.defaultValue;
}
