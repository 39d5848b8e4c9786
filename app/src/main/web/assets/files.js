/** The files of a review, and which of them somebody has gone to by keys. */
export default class Files {
  constructor(review, lines) {
    Object.assign(this, { review, lines });
  }

  get all() {
    return [...this.review.querySelectorAll("section.file")];
  }

  /** The one that was gone to, if any. */
  get chosen() {
    return document.activeElement?.closest?.("section.file") ?? this.lines.shown?.closest("section.file");
  }

  get current() {
    return this.chosen ?? this.all.find((file) => file.getBoundingClientRect().bottom > 240);
  }

  go(file) {
    this.lines.forget();
    file.querySelector("details").open = true;
    file.focus({ preventScroll: true });
    file.scrollIntoView();
  }

  step(down) {
    const files = this.all;
    const at = this.chosen ? files.indexOf(this.chosen) + down : firstInSight(files) + Math.min(down, 0);
    if (files[at]) this.go(files[at]);
  }

  /** The one before or after another that is not folded. */
  openBeside(file, down) {
    const files = this.all;
    const at = files.indexOf(file);
    return down > 0 ? files.slice(at + 1).find(isOpen) : files.slice(0, at).findLast(isOpen);
  }
}

export function isOpen(file) {
  return file.querySelector("details").open;
}

/** Which file begins next, for somebody who has not gone to one. */
function firstInSight(files) {
  const next = files.findIndex((file) => file.getBoundingClientRect().top > parseFloat(getComputedStyle(file).scrollMarginTop) - 16);
  return next < 0 ? files.length : next;
}
