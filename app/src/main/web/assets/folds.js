// What is folded on a page.

/** Opens it, and goes to its first field. */
export function unfold(id, event) {
  const fold = id ? document.getElementById(id) : null;
  if (!(fold instanceof HTMLDetailsElement)) return;
  event?.preventDefault();
  fold.open = true;
  const focus = () => fold.querySelector("select, textarea, input:not([type=hidden]), button")?.focus();
  const frame = fold.querySelector("turbo-frame[src]");
  if (frame && !frame.hasAttribute("complete")) frame.addEventListener("turbo:frame-load", focus, { once: true });
  else focus();
}
