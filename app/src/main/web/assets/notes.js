// Where comments and their forms stand in a diff.
import Writing from "./writing.js";

/** A form for a comment, made of the page's template, in whose place that comment stands afterwards. */
export function write(template, draft) {
  const form = template.content.firstElementChild.cloneNode(true);
  form.querySelector(".where").textContent = draft.where;
  form.querySelector("textarea").value = draft.text ?? "";
  const leave = async (comment) => {
    // why not one that was left behind: its comment comes with its file, where it stands at its line
    const kept = comment.id && !draft.isLeft ? await comment.show() : undefined;
    const hadFocus = form.contains(document.activeElement);
    if (kept) form.replaceWith(kept);
    else takeAway(form);
    if (hadFocus) form.opener?.focus({ preventScroll: true });
  };
  return new Writing(form, draft, leave);
}

/** A comment of a review that the page shows, as what is known of it when somebody writes it anew. */
export function draftOf(comment, address) {
  const { text } = comment.dataset;
  return {
    address,
    fields: { path: comment.closest(".rows")?.dataset.path },
    where: comment.querySelector(".where").textContent,
    id: comment.id.slice("comment-".length),
    text,
    seen: text,
  };
}

/** Lets somebody write in a form, and brings all of it into sight: also from where the bar that sends comments will lie. */
export function enter(form) {
  form.opener = document.activeElement;
  form.querySelector("textarea").focus({ preventScroll: true });
  form.scrollIntoView({ block: "nearest" });
}

/** Below a line: over both sides, or beside nothing in the half of its side. */
export function putBelow(row, side, form) {
  const rows = row.closest(".rows");
  if (!rows.matches(".split")) {
    row.after(box("notes-whole", form));
    return;
  }
  const isLeft = row.dataset.o !== undefined;
  const end = isLeft ? row.nextElementSibling : row;
  const halves = [box("notes-half void"), box("notes-half", form)];
  end.after(...(side === "old" ? halves.reverse() : halves));
}

/** Takes a comment or a form away, and its box if that is empty then. */
export function takeAway(note) {
  const around = note.parentElement;
  note.remove();
  if (around.childElementCount > 0 || !around.matches(".notes-half, .notes-whole")) return;
  const other = around.previousElementSibling?.matches(".notes-half.void") ? around.previousElementSibling : around.nextElementSibling;
  if (around.matches(".notes-half") && other?.matches(".notes-half.void")) other.remove();
  around.remove();
}

function box(classes, content) {
  const element = document.createElement("div");
  element.className = classes;
  if (content) element.append(content);
  return element;
}
