import { Controller } from "./stimulus.js";

/** Keeps what was typed into a form until the server has taken it. */
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
    return [...this.element.querySelectorAll("input[type=text], input:not([type]), textarea")].filter((field) => field.name && !field.name.startsWith("_"));
  }

  keep() {
    const kept = {};
    for (const field of this.fields) if (field.value) kept[field.name] = field.value;
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
      if (kept[field.name] && (!field.value || field.value === field.defaultValue)) {
        field.value = kept[field.name];
        isRestored = true;
      }
    }
    if (isRestored) this.say("Draft kept");
  }

  forget() {
    localStorage.removeItem(this.key);
    this.say("");
  }

  say(words) {
    for (const place of this.saidTargets) place.textContent = words;
  }
}
