import { Controller } from "./stimulus.js";

/** Tells the style how tall the head of a task is, under which the rest of the page moves. */
export default class extends Controller {
  connect() {
    // why there: what comes from the server does not change it
    this.watch = new ResizeObserver(() => document.documentElement.style.setProperty("--head", `${this.element.offsetHeight}px`));
    this.watch.observe(this.element);
  }

  disconnect() {
    this.watch.disconnect();
  }
}
