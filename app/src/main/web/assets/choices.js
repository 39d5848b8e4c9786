// What of the fields of a form is kept with its draft: words, and what was chosen.
import { isChosen, typed } from "./typing.js";

export function isMark(field) {
  return ["radio", "checkbox"].includes(field.type);
}

/** What tells a field from all others of its form. */
export function keyOf(field) {
  return isMark(field) ? `${field.name} ${field.value}` : field.name;
}

/** What the server would not write into it by itself; of radio buttons the one that is chosen says all. */
export function isWorthKeeping(field) {
  if (field.matches("select")) return isChosen(field);
  if (isMark(field)) return typed(field, "checked") && (field.checked || field.type === "checkbox");
  return field.value !== "";
}

/** True if nobody has changed it since it came, and it can be what it was. */
export function isAsItCame(field, was) {
  if (field.matches("select")) return !isChosen(field) && [...field.options].some((option) => option.value === was);
  if (isMark(field)) return !typed(field, "checked");
  return !field.value || field.value === field.defaultValue;
}
