import { Controller } from "./stimulus.js";
import { isTyping, refresh, send } from "./talk.js";

const SELDOM = 10000;

/** The review of an attempt: from change to change and file to file, and what has been viewed. */
export default class extends Controller {
  static targets = ["file"];
  static values = { attempt: String, address: String, scope: String, print: String };

  connect() {
    this.prints = new Map();
    this.onKey = (event) => this.key(event);
    this.onEvent = (event) => this.hear(event);
    this.onRefreshed = () => this.reloadChanged();
    addEventListener("keydown", this.onKey, true);
    document.addEventListener("baton:event", this.onEvent);
    document.addEventListener("baton:refreshed", this.onRefreshed);
    this.onRender = (event) => this.keepWriting(event);
    this.onAsked = (event) => this.noteAsked(event.target);
    this.onLoaded = (event) => this.isLate && this.lookAgain(event.target);
    this.element.addEventListener("turbo:before-fetch-request", this.onAsked);
    this.element.addEventListener("turbo:before-frame-render", this.onRender);
    this.element.addEventListener("turbo:frame-load", this.onLoaded);
    this.reloadChanged();
    requestAnimationFrame(() => this.reloadChanged());
  }

  disconnect() {
    removeEventListener("keydown", this.onKey, true);
    document.removeEventListener("baton:event", this.onEvent);
    document.removeEventListener("baton:refreshed", this.onRefreshed);
    this.element.removeEventListener("turbo:before-fetch-request", this.onAsked);
    this.element.removeEventListener("turbo:before-frame-render", this.onRender);
    this.element.removeEventListener("turbo:frame-load", this.onLoaded);
    clearTimeout(this.later);
    const isWhole = ["everything", "unseen"].includes(this.scopeValue);
    if (isWhole && location.pathname !== this.addressValue) {
      send(`${this.addressValue}/looked`, { scope: this.scopeValue, print: this.printValue }).catch(() => {});
    }
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
      else if (!frame.querySelector(".writing")) frame.reload();
    }
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
    if (!file || !event.target.matches(".diff") || !event.target.querySelector(".writing")) return;
    event.detail.render = () => {};
    this.prints.set(file.dataset.path, "not shown");
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

  jump(event) {
    const file = document.getElementById(event.currentTarget.hash.slice(1));
    if (!file) return;
    event.preventDefault();
    this.goToFile(file);
  }

  goToFile(file) {
    this.row?.classList.remove("now");
    this.row = null;
    file.querySelector("details").open = true;
    file.focus({ preventScroll: true });
    file.scrollIntoView();
  }

  async mark(event) {
    event.preventDefault();
    const file = event.currentTarget.closest("section.file");
    const details = file.querySelector("details");
    const isViewed = event.currentTarget.getAttribute("aria-pressed") === "true";
    const fields = { path: file.dataset.path };
    if (!isViewed) fields.viewed = "1";
    const content = file.querySelector(".rows")?.dataset.content;
    if (content) fields.content = content;
    try {
      await send(`${this.addressValue}/viewed`, fields);
      details.open = isViewed;
    } finally {
      refresh();
    }
  }

  get current() {
    const inFocus = document.activeElement?.closest?.("section.file");
    return this.row?.isConnected ? this.row.closest("section.file") : (inFocus ?? this.fileTargets.find((file) => file.getBoundingClientRect().bottom > 240));
  }

  key(event) {
    if (isTyping(event) || document.querySelector("dialog[open]") || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key === "Enter" && !event.target.closest("form")) this.take(event, () => document.getElementById("send-bar")?.requestSubmit());
      return;
    }
    const act = {
      j: () => this.goToChange(1),
      k: () => this.goToChange(-1),
      J: () => this.nextFile(1),
      K: () => this.nextFile(-1),
      v: () => this.current?.querySelector(".viewed-form button").click(),
      c: () => this.dispatch("comment", { detail: { row: this.newer(this.row?.isConnected ? this.row : this.current?.querySelector(".l.first")) } }),
    }[event.key];
    if (act) this.take(event, act);
  }

  /** Of a line that another one came for, the new one. */
  newer(row) {
    let next = row;
    while (next && !next.dataset.n && !next.matches(".void, .fold")) next = next.nextElementSibling;
    return next?.matches(".l.a") ? next : row;
  }

  /** The keys of a diff come before those of all pages. */
  take(event, act) {
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
  }

  nextFile(step) {
    const files = this.fileTargets.filter((file) => !file.hidden);
    const next = files[files.indexOf(this.current) + step];
    if (next) this.goToFile(next);
  }

  goToChange(step) {
    const file = this.current;
    if (!file) return;
    const changes = [...file.querySelectorAll(".l.first")];
    const next = changes[this.row?.isConnected ? changes.indexOf(this.row) + step : step > 0 ? 0 : -1];
    if (next) this.choose(next);
    else if (changes.length === 0 && this.isOnItsWay(file)) this.enter(file, step);
    else this.enter(this.fileTargets[this.fileTargets.indexOf(file) + step], step);
  }

  isOnItsWay(file) {
    return file.querySelector("details").open && !file.querySelector("turbo-frame.diff").hasAttribute("complete");
  }

  /** To the first or last change of a file, which may have to be loaded. */
  enter(file, step) {
    if (!file) return;
    this.goToFile(file);
    const choose = () => {
      const changes = [...file.querySelectorAll(".l.first")];
      const change = step > 0 ? changes[0] : changes.at(-1);
      if (change) this.choose(change);
    };
    if (file.querySelector(".l.first")) choose();
    else file.addEventListener("turbo:frame-load", choose, { once: true });
  }

  choose(row) {
    this.row?.classList.remove("now");
    this.row = row;
    row.classList.add("now");
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "center" });
  }
}
