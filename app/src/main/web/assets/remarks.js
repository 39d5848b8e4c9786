import { Controller } from "./stimulus.js";
import { draftOf, enter, takeAway, write } from "./notes.js";
import { complain, notice, toast } from "./sentences.js";
import { refresh, send } from "./talk.js";
import { keep, leave, takeLeft } from "./rescue.js";

/** The comments of a review while they are written: none is lost with its form, its page or its window. */
export default class extends Controller {
  static targets = ["form"];
  static values = { address: String, leftOpen: Boolean };

  connect() {
    this.takeUpLeft();
    if (this.leftOpenValue) refresh();
    this.leftOpenValue = false;
  }

  disconnect() {
    leave();
  }

  get writings() {
    return [...this.element.querySelectorAll(".writing")].map((form) => form.writing);
  }

  close(event) {
    event.target.closest(".writing").writing.finish(event);
  }

  saveAtOnce() {
    for (const { remark } of this.writings) remark.saveAtOnce();
    leave();
  }

  saveAgain() {
    for (const { remark } of this.writings) remark.saveAgain();
  }

  /** The attempt is gone, and what the server had of its review: what the page still shows is kept in the browser. */
  keepAll() {
    for (const { remark } of this.writings) remark.keep();
    for (const comment of this.element.querySelectorAll(".comment:not(.sent, .writing)")) {
      const draft = draftOf(comment, this.addressValue);
      keep({ ...draft, key: draft.id });
    }
  }

  /** A page that comes back would show copies of forms, which do nothing; it shows what became of them. */
  putBack() {
    this.saveAtOnce();
    this.leftOpenValue = this.writings.length > 0;
    for (const { form, original } of this.writings) {
      if (original) form.replaceWith(original);
      else takeAway(form);
    }
  }

  /** What a window left behind becomes the draft that it would have become; what the server does not take stands at the top. */
  async takeUpLeft() {
    for (const draft of await takeLeft((it) => it.address === this.addressValue)) {
      const writing = write(this.formTarget, { ...draft, seen: draft.seen ?? "", isLeft: true });
      if (await writing.remark.save()) refresh();
      else this.showLeft(writing);
    }
  }

  showLeft({ form, remark }) {
    const { path } = remark.comment.fields;
    if (path) form.querySelector(".where").prepend(`${path}, `);
    // why: what comes from the server does not know of it, and would take it away
    form.dataset.turboPermanent = "";
    this.element.querySelector("#diffs").prepend(form);
  }

  edit(event) {
    const original = event.currentTarget.closest(".comment");
    const writing = write(this.formTarget, draftOf(original, this.addressValue));
    writing.original = original;
    original.replaceWith(writing.form);
    enter(writing.form);
  }

  async remove(event) {
    event.preventDefault();
    const comment = event.currentTarget.closest(".comment");
    const old = comment.closest(".rows")?.dataset.old ?? "";
    let undo;
    try {
      ({ undo } = await send(comment.dataset.address, { remove: "1" }));
    } catch (problem) {
      complain(comment, problem.message);
      return;
    }
    const fields = { ...undo, old, scope: this.element.dataset.linesScopeValue };
    const putBack = () => send(`${this.addressValue}/comments`, fields).then(refresh, (problem) => notice(problem.message));
    takeAway(comment);
    toast("The comment is removed.", undo && { word: "Undo", run: putBack });
    refresh();
  }
}
