import { Controller } from "./stimulus.js";
import { refresh } from "./talk.js";

const SELDOM = 10000;

/** The review of an attempt: its files as they are now. */
export default class extends Controller {
  static targets = ["file"];
  static values = { attempt: String };

  connect() {
    this.prints = new Map();
    this.reloadChanged();
    requestAnimationFrame(() => this.reloadChanged());
  }

  disconnect() {
    clearTimeout(this.later);
  }

  /** To compare all files costs more than a board; what happens elsewhere can wait. */
  hear(event) {
    if (!event.detail?.attempt_id || event.detail.attempt_id === this.attemptValue) return;
    event.preventDefault();
    this.later ??= setTimeout(() => {
      this.later = undefined;
      refresh();
    }, SELDOM);
  }

  /** What a frame shows is as new as the page was when it was asked for. */
  noteAsked({ target: frame }) {
    const file = frame.closest("section.file");
    if (file && frame.matches(".diff")) this.prints.set(file.dataset.path, file.dataset.print);
  }

  /** Loads what was written again since it was shown; what is being typed stays. */
  reloadChanged() {
    for (const file of this.fileTargets) {
      const { path, print, notes } = file.dataset;
      const frame = file.querySelector("turbo-frame.diff");
      // why: while a page is exchanged, what stays is put in a moment later
      if (!frame) continue;
      if (!this.prints.has(path)) this.prints.set(path, print);
      if (this.prints.get(path) === print && this.notes(frame) === notes) continue;
      // why: what is on its way was made before this, and nothing else may happen for a long time
      if (frame.hasAttribute("busy") || !frame.hasAttribute("complete")) this.isLate = true;
      else if (!frame.querySelector(".writing")) this.reload(frame);
    }
  }

  reload(frame) {
    // why: one of a page that came back by the browser's Back waits to be seen, and was seen already
    frame.loading = "eager";
    frame.reload();
  }

  loaded({ target }) {
    if (this.isLate) this.lookAgain(target);
  }

  /** Once more, when a frame that was on its way has come and its request has ended. */
  lookAgain(frame) {
    if (frame.hasAttribute("busy")) {
      setTimeout(() => this.lookAgain(frame), 20);
      return;
    }
    this.isLate = false;
    this.reloadChanged();
  }

  /** Somebody may have begun to write while a file was on its way; it is loaded again later. */
  keepWriting(event) {
    const file = event.target.closest("section.file");
    if (!file || !event.target.matches(".diff")) return;
    const { render } = event.detail;
    // why only then: the exchange waits for the next picture, and somebody may begin to write until it comes
    event.detail.render = (now, next) => {
      if (now.querySelector(".writing")) this.prints.set(file.dataset.path, "not shown");
      else render(now, next);
    };
  }

  /** The comments that a frame shows; another tab may have written some. */
  notes(frame) {
    return [...new Set([...frame.querySelectorAll(".comment[data-mark]")].map((comment) => comment.dataset.mark))].sort().join(" ");
  }
}
