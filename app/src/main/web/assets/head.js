import { Controller } from "./stimulus.js";

/** Tells the style how tall the head of a task is, under which the rest of the page moves, and whether its title is cut there. */
export default class extends Controller {
  connect() {
    const root = document.documentElement;
    // why there: what comes from the server does not change it
    this.watch = new ResizeObserver(() => {
      root.style.setProperty("--head", `${this.element.offsetHeight}px`);
      const title = this.element.querySelector("h1");
      root.toggleAttribute("data-cut", [title, title.firstElementChild].some(isCut));
    });
    this.watch.observe(this.element);
  }

  disconnect() {
    this.watch.disconnect();
  }
}

/** True if text has more lines than are shown. */
function isCut(text) {
  return text.clientHeight > 0 && text.scrollHeight > text.clientHeight + 2;
}
