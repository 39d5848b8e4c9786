// What somebody types, and has not sent.

/** True if somebody has written something there that was not sent, or that is shown to be copied. */
export function isTyped(place = document) {
  const isShown = place.querySelector(".typed, .comment:not(.sent)") !== null;
  return isShown || [...place.querySelectorAll("textarea, input[type=text]")].some((field) => field.value && field.value !== field.defaultValue);
}

/** True if what stands in a field is what somebody typed, and not what the server wrote there. */
export function typed(field, attribute) {
  const asWritten = { value: "defaultValue", checked: "defaultChecked" }[attribute];
  return asWritten !== undefined && field[attribute] !== undefined && field[asWritten] !== undefined && field[attribute] !== field[asWritten];
}

/** True if somebody chose another option than the server. */
export function isChosen(select) {
  const options = [...select.options];
  const usual = options.findLast((option) => option.defaultSelected) ?? options[0];
  return options.some((option) => option.selected !== (option === usual));
}

/** True if a key is for the page: nobody types, no dialog is open, and the key is none of the browser's. */
export function isForPage(event) {
  const isBrowsers = event.ctrlKey || event.metaKey || event.altKey;
  return !isBrowsers && !isTyping(event) && document.querySelector("dialog[open]") === null;
}

/** True while somebody types, so that no key does anything else. */
export function isTyping(event) {
  return event.target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]") !== null;
}
