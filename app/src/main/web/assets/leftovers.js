import { Controller } from "./stimulus.js";
import { addresses, forget, leave, takeLeft } from "./rescue.js";
import { announce } from "./sentences.js";

/** Comments that nobody can send any more, because their attempt is gone: shown wherever their author goes, to be copied. */
export default class extends Controller {
  static targets = ["form"];

  async connect() {
    // why: it stays while pages are exchanged around it, and is connected anew then
    for (const form of this.forms) form.remove();
    this.element.hidden = true;
    for (const address of addresses()) {
      if (!(await isGone(address)) || !this.element.isConnected) continue;
      for (const draft of await takeLeft((it) => it.address === address)) this.show(draft);
    }
  }

  disconnect() {
    leave();
  }

  /** The window goes. */
  rest() {
    leave();
  }

  get forms() {
    return this.element.querySelectorAll(".leftover");
  }

  show({ key, fields, where, text }) {
    const form = this.formTarget.content.firstElementChild.cloneNode(true);
    const field = form.querySelector("textarea");
    field.id = `leftover-${key}`;
    field.textContent = text;
    form.dataset.key = key;
    form.querySelector("label").htmlFor = field.id;
    form.querySelector(".where").textContent = [fields.path, where].filter(Boolean).join(", ");
    this.element.append(form);
    this.element.hidden = false;
  }

  throwAway(event) {
    const form = event.currentTarget.closest(".leftover");
    forget(form.dataset.key);
    form.remove();
    announce("Thrown away");
    this.element.hidden = this.forms.length === 0;
  }
}

async function isGone(address) {
  // why there: it costs little, and of an attempt that is gone there is no conversation
  const answer = await fetch(address.replace(/review$/, "entries?after=0"), { method: "HEAD" }).catch(() => null);
  return answer?.status === 404;
}
