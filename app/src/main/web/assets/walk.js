import { Controller } from "./stimulus.js";
import Selection from "./selection.js";
import Files, { isOpen } from "./files.js";
import { isTyping } from "./typing.js";

/** The keys of a review: from file to file, from change to change, from line to line. */
export default class extends Controller {
  initialize() {
    this.lines = new Selection(this.element);
    this.files = new Files(this.element, this.lines);
  }

  jump(event) {
    const file = document.getElementById(event.currentTarget.hash.slice(1));
    if (!file) return;
    event.preventDefault();
    this.files.go(file);
  }

  key(event) {
    if (isTyping(event) || document.querySelector("dialog[open]") || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key === "Enter" && !event.target.closest("form")) this.take(event, () => document.getElementById("send-bar")?.requestSubmit());
      return;
    }
    const { files, lines } = this;
    const act = {
      j: () => this.goToChange(1),
      k: () => this.goToChange(-1),
      J: () => files.step(1),
      K: () => files.step(-1),
      v: () => files.current?.querySelector(".viewed-form button").click(),
      c: () => this.comment(),
      ...(lines.row && document.activeElement === lines.row && {
        ArrowDown: () => lines.step(1, event.shiftKey),
        ArrowUp: () => lines.step(-1, event.shiftKey),
        Escape: () => lines.forget(),
      }),
    }[event.key];
    if (act) this.take(event, act);
  }

  /** The keys of a diff come before those of all pages. */
  take(event, act) {
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
  }

  /** On the chosen lines, or on the first change of the file. */
  comment() {
    const row = this.lines.shown ?? this.files.current?.querySelector(".l.first");
    // why: in a folded file nobody would see the form
    if (row) row.closest("details").open = true;
    this.dispatch("comment", { detail: this.lines.about(row) });
  }

  goToChange(step) {
    const file = this.files.current;
    if (!file) return;
    const changes = changesOf(file);
    const row = file.contains(this.lines.row) ? this.lines.row : null;
    const isAfter = (one, other) => !row || one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
    const next = step > 0 ? changes.find((change) => isAfter(row, change)) : changes.findLast((change) => isAfter(change, row));
    if (next) this.lines.choose(next);
    else if (changes.length === 0 && isOnItsWay(file)) this.enter(file, step);
    else this.enter(this.files.openBeside(file, step), step);
  }

  /** To the first or last change of a file, which may have to be loaded. */
  enter(file, step) {
    if (!file) return;
    this.files.go(file);
    const choose = () => {
      const change = changesOf(file).at(step > 0 ? 0 : -1);
      if (change) this.lines.choose(change);
    };
    if (changesOf(file).length > 0) choose();
    else file.addEventListener("turbo:frame-load", choose, { once: true });
  }
}

/** Those that are shown: nobody sees what is folded. */
function changesOf(file) {
  return isOpen(file) ? [...file.querySelectorAll(".l.first")] : [];
}

function isOnItsWay(file) {
  return isOpen(file) && !file.querySelector("turbo-frame.diff").hasAttribute("complete");
}
