import { Controller } from "./stimulus.js";
import { announce, isTyping } from "./talk.js";

/** The keys of a review: from file to file, from change to change, from line to line. */
export default class extends Controller {
  static targets = ["file"];

  connect() {
    this.onKey = (event) => this.key(event);
    addEventListener("keydown", this.onKey, true);
  }

  disconnect() {
    removeEventListener("keydown", this.onKey, true);
  }

  jump(event) {
    const file = document.getElementById(event.currentTarget.hash.slice(1));
    if (!file) return;
    event.preventDefault();
    this.goToFile(file);
  }

  goToFile(file) {
    this.forget();
    file.querySelector("details").open = true;
    file.focus({ preventScroll: true });
    file.scrollIntoView();
  }

  /** The file that was gone to, if any. */
  get chosen() {
    const inFocus = document.activeElement?.closest?.("section.file");
    return inFocus ?? (this.row?.isConnected ? this.row.closest("section.file") : undefined);
  }

  get files() {
    return this.fileTargets.filter((file) => !file.hidden);
  }

  get current() {
    return this.chosen ?? this.files.find((file) => file.getBoundingClientRect().bottom > 240);
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
      c: () => this.comment(),
      ...(this.row && document.activeElement === this.row && {
        ArrowDown: () => this.goToLine(1, event.shiftKey),
        ArrowUp: () => this.goToLine(-1, event.shiftKey),
        Escape: () => this.forget(),
      }),
    }[event.key];
    if (act) this.take(event, act);
  }

  /** Of a line that another one came for, the new one. */
  newer(row) {
    let next = row;
    while (next && !next.dataset.n && !next.matches(".void, .fold")) next = next.nextElementSibling;
    return next?.matches(".l.a") ? next : row;
  }

  /** On the chosen lines, or on the first change of the file. */
  comment() {
    const row = this.row?.isConnected ? this.row : this.current?.querySelector(".l.first");
    // why: in a folded file nobody would see the form
    if (row) row.closest("details").open = true;
    const from = this.from?.isConnected ? this.from : null;
    this.dispatch("comment", { detail: from ? { row, from } : { row: this.newer(row) } });
  }

  /** To the line below or above; with Shift the lines from the one before are chosen too. */
  goToLine(step, isRange) {
    const row = this.from ? this.row : this.newer(this.row);
    const isSplit = row.closest(".rows").matches(".split");
    const lines = [...row.closest(".rows").querySelectorAll(".l[data-n], .l[data-o]")].filter((line) => !(isRange || isSplit) || !line.dataset.n === !row.dataset.n);
    const next = lines[lines.indexOf(row) + step] ?? row;
    const from = isRange ? (this.from ?? row) : next;
    this.choose(next);
    this.from = from;
    const ends = [lines.indexOf(from), lines.indexOf(next)].sort((a, b) => a - b);
    const chosen = lines.slice(ends[0], ends[1] + 1);
    for (const line of chosen) line.classList.add("chosen");
    if (isRange) announce(`${chosen.length} ${chosen.length === 1 ? "line" : "lines"} chosen`);
  }

  /** The keys of a diff come before those of all pages. */
  take(event, act) {
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
  }

  nextFile(step) {
    const files = this.files;
    const at = this.chosen ? files.indexOf(this.chosen) + step : this.firstInSight(files) + Math.min(step, 0);
    if (files[at]) this.goToFile(files[at]);
  }

  /** Which file begins next, for somebody who has not gone to one. */
  firstInSight(files) {
    const next = files.findIndex((file) => file.getBoundingClientRect().top > parseFloat(getComputedStyle(file).scrollMarginTop) - 16);
    return next < 0 ? files.length : next;
  }

  goToChange(step) {
    const file = this.current;
    if (!file) return;
    const changes = [...file.querySelectorAll(".l.first")];
    const row = file.contains(this.row) ? this.row : null;
    const isAfter = (one, other) => !row || one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
    const next = step > 0 ? changes.find((change) => isAfter(row, change)) : changes.findLast((change) => isAfter(change, row));
    if (next) this.choose(next);
    else if (changes.length === 0 && this.isOnItsWay(file)) this.enter(file, step);
    else this.enter(this.files[this.files.indexOf(file) + step], step);
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

  /** No line is chosen any more. */
  forget() {
    for (const line of this.element.querySelectorAll(".l.now, .l.chosen")) line.classList.remove("now", "chosen");
    this.row = this.from = null;
  }

  choose(row) {
    this.forget();
    this.row = row;
    row.classList.add("now");
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "center" });
  }
}
