import { Controller } from "./stimulus.js";
import { enter, putBelow, takeAway, write } from "./notes.js";

/** Which lines somebody comments on: one or, with Shift, several. Their form stands below them. */
export default class extends Controller {
  static targets = ["form"];
  static values = { address: String, scope: String };

  click({ target, shiftKey }) {
    if (target.matches(".l > i")) this.choose(target.parentElement, shiftKey);
  }

  comment({ detail }) {
    if (detail.row) this.open(detail.row, detail.from);
  }

  /** With Shift the lines from the one before to this one. */
  choose(row, isRange) {
    const isSame = isRange && this.anchor?.isConnected && this.anchor.closest(".rows") === row.closest(".rows") && side(this.anchor) === side(row);
    if (isSame) this.unused(row.closest(".rows"));
    else if (!isRange) this.anchor = row;
    this.open(row, isSame ? this.anchor : row);
  }

  /** Opens a form below the last of some lines. */
  open(row, from = row) {
    const rows = row.closest(".rows");
    const [first, last] = [line(from), line(row)].sort((a, b) => a - b);
    const fields = { path: rows.dataset.path, old: rows.dataset.old, scope: this.scopeValue, side: side(row), first, last, ...seen(rows, side(row), first, last) };
    const where = `${first === last ? `line ${first}` : `lines ${first}–${last}`}${side(row) === "old" ? " before" : ""}`;
    const { form } = write(this.formTarget, { address: this.addressValue, fields, where });
    putBelow(last === line(row) ? row : from, side(row), form);
    for (const each of rows.querySelectorAll(side(row) === "new" ? ".l[data-n]" : ".l[data-o]")) {
      if (side(each) === side(row) && line(each) >= first && line(each) <= last) each.classList.add("noted");
    }
    enter(form);
  }

  /** A form that was opened and not written in makes room. */
  unused(rows) {
    for (const { writing } of rows.querySelectorAll(".writing")) if (!writing.remark.text) takeAway(writing.form);
  }
}

/** What the page shows of some lines, which may be others by the time that the comment is kept. */
function seen(rows, where, first, last) {
  const [name, content] = where === "new" ? ["n", rows.dataset.content] : ["o", rows.dataset.before];
  const texts = [];
  for (let number = first; number <= last; number++) {
    const code = rows.querySelector(`.l[data-${name}="${number}"] > code`);
    // why: of a line that is too long a part is not shown
    if (!code || code.querySelector("em")) return { content };
    texts.push(code.textContent);
  }
  return { content, shown: texts.join("\n") };
}

function line(row) {
  return Number(row.dataset.n ?? row.dataset.o);
}

function side(row) {
  return row.dataset.n ? "new" : "old";
}
