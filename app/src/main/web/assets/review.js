import { Controller } from "./stimulus.js";
import { complain, refresh, send } from "./talk.js";

const SELDOM = 10000;

/** The review of an attempt: its files as they are now, and what has been viewed. */
export default class extends Controller {
  static targets = ["file"];
  static values = { attempt: String, address: String, scope: String, print: String };

  connect() {
    this.prints = new Map();
    this.onEvent = (event) => this.hear(event);
    this.onRefreshed = () => this.reloadChanged();
    document.addEventListener("baton:event", this.onEvent);
    document.addEventListener("baton:refreshed", this.onRefreshed);
    this.onRender = (event) => this.keepWriting(event);
    this.onAsked = (event) => this.noteAsked(event.target);
    this.onLoaded = (event) => this.isLate && this.lookAgain(event.target);
    this.element.addEventListener("turbo:before-fetch-request", this.onAsked);
    this.element.addEventListener("turbo:before-frame-render", this.onRender);
    this.element.addEventListener("turbo:frame-load", this.onLoaded);
    this.onLeave = () => this.noteLook();
    window.addEventListener("pagehide", this.onLeave);
    this.reloadChanged();
    requestAnimationFrame(() => this.reloadChanged());
  }

  disconnect() {
    document.removeEventListener("baton:event", this.onEvent);
    document.removeEventListener("baton:refreshed", this.onRefreshed);
    this.element.removeEventListener("turbo:before-fetch-request", this.onAsked);
    this.element.removeEventListener("turbo:before-frame-render", this.onRender);
    this.element.removeEventListener("turbo:frame-load", this.onLoaded);
    window.removeEventListener("pagehide", this.onLeave);
    clearTimeout(this.later);
    if (location.pathname !== this.addressValue) this.noteLook();
  }

  /** The reader leaves, also with the window, and has seen what the page shows. */
  noteLook() {
    const isWhole = ["everything", "unseen"].includes(this.scopeValue);
    if (isWhole) send(`${this.addressValue}/looked`, { scope: this.scopeValue, print: this.printValue }, { keepalive: true }).catch(() => {});
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
  noteAsked(frame) {
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

  filter(event) {
    const words = event.target.value.toLowerCase();
    for (const file of this.fileTargets) {
      const isHidden = !file.dataset.path.toLowerCase().includes(words);
      file.hidden = isHidden;
      document.getElementById(`to-${file.id}`).hidden = isHidden;
    }
  }

  /** Shows at once what was said, and takes it back if the server does not take it. */
  async mark(event) {
    event.preventDefault();
    const file = event.currentTarget.closest("section.file");
    if (file.matches(".sending")) return;
    const isViewed = file.matches(".is-viewed");
    const fields = { path: file.dataset.path };
    if (!isViewed) fields.viewed = "1";
    const content = file.querySelector(".rows")?.dataset.content;
    if (content) fields.content = content;
    const wasOpen = file.querySelector("details").open;
    file.querySelector(":scope > .unsent")?.remove();
    file.classList.add("sending");
    this.show(file, !isViewed, isViewed);
    try {
      await send(`${this.addressValue}/viewed`, fields);
    } catch (problem) {
      this.show(file, isViewed, wasOpen);
      complain(file, problem.message);
    }
    file.classList.remove("sending");
    refresh();
  }

  show(file, isViewed, isOpen) {
    file.classList.toggle("is-viewed", isViewed);
    file.querySelector(".viewed-form button").setAttribute("aria-pressed", String(isViewed));
    const hadFocus = file.contains(document.activeElement);
    file.querySelector("details").open = isOpen;
    // why: what had it may be folded away
    if (hadFocus && !isOpen) file.focus({ preventScroll: true });
  }
}
