// Where somebody reads a page whose newest part is at its end.

/** More pictures than the rows at the end need to get their height. */
const SETTLED = 10;

export function isAtEnd() {
  return innerHeight + scrollY >= document.documentElement.scrollHeight - 120;
}

/** Goes to the end; once more with each picture, because rows out of sight have no height of their own before they are seen. */
export function goToEnd(left = SETTLED) {
  scrollTo({ top: document.documentElement.scrollHeight });
  if (left > 0) requestAnimationFrame(() => goToEnd(left - 1));
}

/** What comes above the reader moves nothing: at the very top browsers would stay there, and ask for more without end. */
export function keepPlace(detail) {
  const { render } = detail;
  detail.render = (now, next) => {
    const below = document.documentElement.scrollHeight - scrollY;
    render(now, next);
    scrollTo({ top: document.documentElement.scrollHeight - below, behavior: "instant" });
  };
}
