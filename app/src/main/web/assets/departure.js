// Whether the reader is about to leave the page.

/** How long an answer that leads elsewhere may take to be shown. */
const LEAVING = 2000;

let leftAt = -Infinity;

/** A form that was taken and leads to another page: that page comes in a moment. */
document.addEventListener("turbo:submit-end", ({ target, detail }) => {
  const staysInFrame = target.closest("turbo-frame:not([target=_top])") !== null;
  if (detail.success && detail.fetchResponse?.redirected && !staysInFrame) leftAt = performance.now();
});
document.addEventListener("turbo:load", () => (leftAt = -Infinity));

/** True while something is sent or the next page comes: what was shown now would be gone at once, and what is done there lost. */
export function isLeaving() {
  const isBusy = document.querySelector("html[aria-busy], form[aria-busy]") !== null;
  return isBusy || performance.now() - leftAt < LEAVING;
}
