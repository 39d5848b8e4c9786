import { announce } from "./sentences.js";

/** The line of a diff that somebody has gone to by keys, and the lines that were chosen with it. */
export default class Selection {
  constructor(review) {
    this.review = review;
  }

  /** The line, as long as it is shown. */
  get shown() {
    return this.row?.isConnected ? this.row : undefined;
  }

  /** What a comment is about that is made now, on another line if none is chosen. */
  about(other) {
    const from = this.from?.isConnected ? this.from : null;
    const row = this.shown ?? other;
    return from ? { row, from } : { row: newer(row) };
  }

  /** To the line below or above; with Shift the lines from the one before are chosen too. */
  step(down, isRange) {
    const row = this.from ? this.row : newer(this.row);
    const isSplit = row.closest(".rows").matches(".split");
    const lines = [...row.closest(".rows").querySelectorAll(".l[data-n], .l[data-o]")].filter((line) => !(isRange || isSplit) || !line.dataset.n === !row.dataset.n);
    const next = lines[lines.indexOf(row) + down] ?? row;
    const from = isRange ? (this.from ?? row) : next;
    this.choose(next);
    this.from = from;
    const ends = [lines.indexOf(from), lines.indexOf(next)].sort((a, b) => a - b);
    const chosen = lines.slice(ends[0], ends[1] + 1);
    for (const line of chosen) line.classList.add("chosen");
    if (isRange) announce(`${chosen.length} ${chosen.length === 1 ? "line" : "lines"} chosen`);
  }

  choose(row) {
    this.forget();
    this.row = row;
    row.classList.add("now");
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "center" });
  }

  /** No line is chosen any more. */
  forget() {
    for (const line of this.review.querySelectorAll(".l.now, .l.chosen")) line.classList.remove("now", "chosen");
    this.row = this.from = null;
  }
}

/** Of a line that another one came for, the new one. */
function newer(row) {
  let next = row;
  while (next && !next.dataset.n && !next.matches(".void, .fold")) next = next.nextElementSibling;
  return next?.matches(".l.a") ? next : row;
}
