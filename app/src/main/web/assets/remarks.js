import { Controller } from "./stimulus.js";
import { announce, complain, refresh, send } from "./talk.js";
import { forget, keep, leave, takeLeft } from "./unsent.js";

const PAUSE = 600;

/** Comments on lines: written beside them, and kept by the server while one types. */
export default class extends Controller {
  static targets = ["form"];
  static values = { address: String, scope: String };

  connect() {
    this.onClick = (event) => this.click(event);
    this.onKey = (event) => event.key === "Escape" && event.target.closest(".writing") && this.finish(event);
    this.onComment = (event) => event.detail.row && this.open(event.detail.row, event.detail.from);
    this.element.addEventListener("click", this.onClick);
    this.element.addEventListener("keydown", this.onKey);
    this.element.addEventListener("walk:comment", this.onComment);
    this.onRefreshed = () => this.saveAgain();
    document.addEventListener("baton:refreshed", this.onRefreshed);
    this.onLeave = () => this.saveAtOnce();
    window.addEventListener("pagehide", this.onLeave);
    this.takeUpLeft();
  }

  disconnect() {
    this.element.removeEventListener("click", this.onClick);
    this.element.removeEventListener("keydown", this.onKey);
    this.element.removeEventListener("walk:comment", this.onComment);
    document.removeEventListener("baton:refreshed", this.onRefreshed);
    window.removeEventListener("pagehide", this.onLeave);
    leave();
  }

  click(event) {
    if (event.target.closest("[data-close]")) this.finish(event);
    else if (event.target.matches(".l > i")) this.choose(event.target.parentElement, event.shiftKey);
  }

  /** With Shift the lines from the one before to this one. */
  choose(row, isRange) {
    const isSame = isRange && this.anchor?.isConnected && this.anchor.closest(".rows") === row.closest(".rows") && this.side(this.anchor) === this.side(row);
    if (isSame) this.unused(row.closest(".rows"));
    else if (!isRange) this.anchor = row;
    this.open(row, isSame ? this.anchor : row);
  }

  line(row) {
    return Number(row.dataset.n ?? row.dataset.o);
  }

  side(row) {
    return row.dataset.n ? "new" : "old";
  }

  /** Opens a form below the last of some lines. */
  open(row, from = row) {
    const rows = row.closest(".rows");
    const side = this.side(row);
    const [first, last] = [this.line(from), this.line(row)].sort((a, b) => a - b);
    const end = last === this.line(row) ? row : from;
    const form = this.form({ path: rows.dataset.path, old: rows.dataset.old, scope: this.scopeValue, side, first, last }, `${first === last ? `line ${first}` : `lines ${first}–${last}`}${side === "old" ? " before" : ""}`);
    this.place(form, rows, end, side);
    for (const each of rows.querySelectorAll(side === "new" ? ".l[data-n]" : ".l[data-o]")) {
      if (this.side(each) === side && this.line(each) >= first && this.line(each) <= last) each.classList.add("noted");
    }
    form.querySelector("textarea").focus();
  }

  /** A form that was opened and not written in makes room. */
  unused(rows) {
    for (const form of rows.querySelectorAll(".writing")) {
      if (!form.querySelector("textarea").value) this.leave(form);
    }
  }

  place(form, rows, row, side) {
    if (!rows.matches(".split")) {
      row.after(this.box("notes-whole", form));
      return;
    }
    const isLeft = row.dataset.o !== undefined;
    const end = isLeft ? row.nextElementSibling : row;
    const halves = [this.box("notes-half void"), this.box("notes-half", form)];
    end.after(...(side === "old" ? halves.reverse() : halves));
  }

  box(classes, content) {
    const box = document.createElement("div");
    box.className = classes;
    if (content) box.append(content);
    return box;
  }

  form(fields, where, id, text = "") {
    const form = this.formTarget.content.firstElementChild.cloneNode(true);
    form.querySelector(".where").textContent = where;
    form.querySelector("textarea").value = text;
    form.fields = { id: this.newId(), ...fields };
    form.commentId = id;
    form.key = this.newId();
    form.saved = Promise.resolve();
    // why here: the frame around it would send it before it comes to us
    form.addEventListener("submit", (event) => this.finish(event));
    form.addEventListener("input", () => {
      clearTimeout(form.timer);
      if (!form.isOvertaken) {
        form.querySelector(".said").textContent = "";
        form.timer = setTimeout(() => this.save(form), PAUSE);
      }
      this.keep(form);
    });
    return form;
  }

  /** Keeps in the browser what the server has not taken. */
  keep(form) {
    const { key, fields, commentId } = form;
    const text = form.querySelector("textarea").value;
    // why not what another window wrote: nobody has said yet that this goes in its place
    const seen = form.isOvertaken ? undefined : form.seen;
    if (text.trim()) keep({ key, address: this.addressValue, fields, where: form.querySelector(".where").textContent, commentId, seen, text });
    else forget(key);
  }

  /** The window goes before the pause is over. Whether the server takes it is not heard any more, so it stays in the browser, too. */
  saveAtOnce() {
    for (const form of this.element.querySelectorAll(".writing")) if (form.timer) this.save(form, { keepalive: true });
    leave();
  }

  /** What a window left behind becomes the draft that it would have become; what the server does not take stands at the top. */
  async takeUpLeft() {
    for (const draft of await takeLeft(this.addressValue)) {
      const form = this.form(draft.fields, draft.where, draft.commentId, draft.text);
      Object.assign(form, { key: draft.key, seen: draft.seen ?? "", isLeft: true });
      if (await this.save(form)) refresh();
      else this.showLeft(form);
    }
  }

  showLeft(form) {
    if (form.fields.path) form.querySelector(".where").prepend(`${form.fields.path}, `);
    // why: what comes from the server does not know of it, and would take it away
    form.dataset.turboPermanent = "";
    this.element.querySelector("#diffs").prepend(form);
  }

  /** What could not be saved is saved when the page has heard of the server again. */
  saveAgain() {
    for (const form of this.element.querySelectorAll(".writing")) if (form.isUnsaved) this.save(form);
  }

  /** Its id is chosen here, so that who gets no answer can say it again and makes no second one. */
  newId() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  /** Saves one after the other, so that a comment is never made twice. */
  save(form, { keepalive = false } = {}) {
    clearTimeout(form.timer);
    form.timer = undefined;
    form.saved = form.saved.then(async () => {
      const text = form.querySelector("textarea").value;
      if (!text.trim()) return false;
      try {
        const address = `${this.addressValue}/comments${form.commentId ? `/${form.commentId}` : ""}`;
        const kept = await send(address, form.commentId ? this.change(form, text) : { ...form.fields, ...this.change(form, text) }, { keepalive });
        form.commentId = kept.id;
        forget(form.key, text);
        form.seen = text;
        form.isOvertaken = false;
        form.querySelector(".said").textContent = kept.said;
        form.isUnsaved = false;
        return true;
      } catch (problem) {
        form.isOvertaken = problem.status === 409 && (await this.isOther(form));
        form.isUnsaved = !form.isOvertaken;
        this.say(form, problem.message);
        return false;
      }
    });
    return form.saved;
  }

  /** Who got no answer does not know what the server has; what was left behind is not the newest for sure. */
  change(form, text) {
    return (form.isUnsaved && !form.isLeft) || form.seen === undefined ? { text } : { text, seen: form.seen };
  }

  /** True if another window has written the comment anew; whoever saves again has seen that. */
  async isOther(form) {
    const commentId = form.commentId ?? form.fields.id;
    const now = await this.kept({ commentId }).catch(() => null);
    if (!now || now.matches(".sent") || now.dataset.text === form.seen) return false;
    form.commentId = commentId;
    form.seen = now.dataset.text;
    return true;
  }

  /** Closes the form; what was typed is a draft. */
  async finish(event) {
    event.preventDefault();
    event.stopPropagation();
    const form = event.target.closest(".writing");
    const isEmpty = !form.querySelector("textarea").value.trim();
    try {
      if (isEmpty && form.commentId) await send(`${this.addressValue}/comments/${form.commentId}`, { remove: "1" });
      if (isEmpty) this.leave(form);
      if (isEmpty) forget(form.key);
      else if (!(await this.save(form))) return;
      // why: its comment comes with its file, where it stands at its line
      else if (form.isLeft) form.remove();
      else form.replaceWith(await this.kept(form));
    } catch (problem) {
      this.say(form, problem.message);
      return;
    }
    refresh();
  }

  /** A comment as the server shows it. */
  async kept(form) {
    const page = await fetch(`${this.addressValue}/comments/${form.commentId}`)
      .then((response) => response.text())
      .then((text) => new DOMParser().parseFromString(text, "text/html"))
      .catch(() => null);
    const comment = page?.querySelector(".comment");
    if (!comment) throw new Error("It is saved, and cannot be shown at the moment. Close it again, or reload the page.");
    return comment;
  }

  say(form, sentence) {
    form.querySelector(".said").textContent = sentence;
    announce(sentence);
  }

  leave(form) {
    const box = form.parentElement;
    form.remove();
    if (box.childElementCount > 0 || !box.matches(".notes-half, .notes-whole")) return;
    const other = box.previousElementSibling?.matches(".notes-half.void") ? box.previousElementSibling : box.nextElementSibling;
    if (box.matches(".notes-half") && other?.matches(".notes-half.void")) other.remove();
    box.remove();
  }

  edit(event) {
    const comment = event.currentTarget.closest(".comment");
    const form = this.form({}, comment.querySelector(".where").textContent, comment.id.slice("comment-".length), comment.dataset.text);
    form.seen = comment.dataset.text;
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
    this.leave(comment);
    announce("Removed");
    refresh();
  }
}
