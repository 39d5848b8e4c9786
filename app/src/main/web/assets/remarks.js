import { Controller } from "./stimulus.js";
import { putBelow, takeAway } from "./notes.js";
import Remark from "./remark.js";
import { announce, complain, refresh, send } from "./talk.js";
import { leave, takeLeft } from "./unsent.js";

/** Comments on lines: which lines, and a form below them. */
export default class extends Controller {
  static targets = ["form"];
  static values = { address: String, scope: String, leftOpen: Boolean };

  connect() {
    this.onClick = (event) => this.click(event);
    this.onKey = (event) => event.key === "Escape" && event.target.closest(".writing")?.remark.finish(event);
    this.onComment = (event) => event.detail.row && this.open(event.detail.row, event.detail.from);
    this.element.addEventListener("click", this.onClick);
    this.element.addEventListener("keydown", this.onKey);
    this.element.addEventListener("walk:comment", this.onComment);
    this.onRefreshed = () => this.saveAgain();
    document.addEventListener("baton:refreshed", this.onRefreshed);
    this.onLeave = () => this.saveAtOnce();
    window.addEventListener("pagehide", this.onLeave);
    this.onCache = () => this.putBack();
    document.addEventListener("turbo:before-cache", this.onCache);
    this.takeUpLeft();
    if (this.leftOpenValue) refresh();
    this.leftOpenValue = false;
  }

  disconnect() {
    this.element.removeEventListener("click", this.onClick);
    this.element.removeEventListener("keydown", this.onKey);
    this.element.removeEventListener("walk:comment", this.onComment);
    document.removeEventListener("baton:refreshed", this.onRefreshed);
    window.removeEventListener("pagehide", this.onLeave);
    document.removeEventListener("turbo:before-cache", this.onCache);
    leave();
  }

  click(event) {
    if (event.target.closest("[data-close]")) event.target.closest(".writing").remark.finish(event);
    else if (event.target.matches(".l > i")) this.choose(event.target.parentElement, event.shiftKey);
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
    const fields = { path: rows.dataset.path, old: rows.dataset.old, scope: this.scopeValue, side: side(row), first, last };
    const where = `${first === last ? `line ${first}` : `lines ${first}–${last}`}${side(row) === "old" ? " before" : ""}`;
    const { form } = this.write({ fields, where });
    putBelow(last === line(row) ? row : from, side(row), form);
    for (const each of rows.querySelectorAll(side(row) === "new" ? ".l[data-n]" : ".l[data-o]")) {
      if (side(each) === side(row) && line(each) >= first && line(each) <= last) each.classList.add("noted");
    }
    form.querySelector("textarea").focus();
  }

  write(remark) {
    return new Remark(this.formTarget.content.firstElementChild.cloneNode(true), this.addressValue, remark);
  }

  get writings() {
    return [...this.element.querySelectorAll(".writing")].map((form) => form.remark);
  }

  /** A form that was opened and not written in makes room. */
  unused(rows) {
    for (const remark of this.writings) if (rows.contains(remark.form) && !remark.text) takeAway(remark.form);
  }

  /** The window goes before the pause is over. Whether the server takes it is not heard any more, so it stays in the browser, too. */
  saveAtOnce() {
    for (const remark of this.writings) if (remark.timer) remark.save({ keepalive: true });
    leave();
  }

  /** A page that comes back would show copies of forms, which do nothing; it shows what became of them. */
  putBack() {
    this.saveAtOnce();
    this.leftOpenValue = this.writings.length > 0;
    for (const { form, comment } of this.writings) {
      if (comment) form.replaceWith(comment);
      else takeAway(form);
    }
  }

  /** What could not be saved is saved when the page has heard of the server again. */
  saveAgain() {
    for (const remark of this.writings) if (remark.isUnsaved) remark.save();
  }

  /** What a window left behind becomes the draft that it would have become; what the server does not take stands at the top. */
  async takeUpLeft() {
    for (const draft of await takeLeft(this.addressValue)) {
      const remark = this.write({ ...draft, seen: draft.seen ?? "", isLeft: true });
      if (await remark.save()) refresh();
      else this.showLeft(remark);
    }
  }

  showLeft({ form, fields }) {
    if (fields.path) form.querySelector(".where").prepend(`${fields.path}, `);
    // why: what comes from the server does not know of it, and would take it away
    form.dataset.turboPermanent = "";
    this.element.querySelector("#diffs").prepend(form);
  }

  edit(event) {
    const comment = event.currentTarget.closest(".comment");
    const { text } = comment.dataset;
    const fields = { path: comment.closest(".rows")?.dataset.path };
    const { form } = this.write({ fields, where: comment.querySelector(".where").textContent, id: comment.id.slice("comment-".length), text, seen: text, comment });
    comment.replaceWith(form);
    form.querySelector("textarea").focus();
  }

  async remove(event) {
    event.preventDefault();
    const comment = event.currentTarget.closest(".comment");
    try {
      await send(comment.dataset.address, { remove: "1" });
    } catch (problem) {
      complain(comment, problem.message);
      return;
    }
    takeAway(comment);
    announce("Removed");
    refresh();
  }
}

function line(row) {
  return Number(row.dataset.n ?? row.dataset.o);
}

function side(row) {
  return row.dataset.n ? "new" : "old";
}
