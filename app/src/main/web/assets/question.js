import { Controller } from "./stimulus.js";
import { complain } from "./sentences.js";
import { isTyped } from "./typing.js";

/** A question of an agent: if somebody else has answered it, what was typed for it stays until the reader takes it away. */
export default class extends Controller {
  connect() {
    this.onMorph = (event) => this.keep(event);
    this.onSend = (event) => (this.isGone ? event.preventDefault() : (this.isSent = true));
    this.onSent = (event) => (this.isSent = event.detail.success);
    this.element.addEventListener("turbo:before-morph-element", this.onMorph);
    this.element.addEventListener("submit", this.onSend);
    this.element.addEventListener("turbo:submit-end", this.onSent);
  }

  disconnect() {
    this.element.removeEventListener("turbo:before-morph-element", this.onMorph);
    this.element.removeEventListener("submit", this.onSend);
    this.element.removeEventListener("turbo:submit-end", this.onSent);
  }

  keep(event) {
    if (event.target !== this.element || event.detail.newElement || this.isSent || !isTyped(this.element)) return;
    event.preventDefault();
    if (this.isGone) return;
    this.isGone = true;
    for (const part of this.element.querySelectorAll("button, a.button, .remember, .since")) part.remove();
    for (const part of this.element.querySelectorAll("details")) part.open = true;
    this.element.classList.add("answered");
    this.element.removeAttribute("data-needs-target");
    this.element.querySelector("h2, .what b").textContent = "Answered";
    complain(this.element.querySelector(".what") ?? this.element, "Somebody answered this meanwhile; yours was not sent. What you typed is still here: copy it.");
  }
}
