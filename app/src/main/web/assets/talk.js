// What every controller needs to speak to the server.

/** Said to somebody whose cookie is no longer good. */
export const ENDED = "Your session has ended. Open the link that 'baton open' prints in another tab: this page goes on then. What you typed is kept; send it again.";

/** How a sentence begins that is true only while the server is away. */
export const AWAY = "The server cannot be reached.";

let steps = 0;

/** How often this page has begun or ended to send a change: what was read at another count may be from before it. */
export function changes() {
  return steps;
}

/** Sends a change; with keepalive also if the window closes. Returns what the server says; throws an Error with its sentence, and its status if it answered. */
export async function send(address, fields, { keepalive = false } = {}) {
  let response;
  steps++;
  try {
    response = await fetch(address, {
      method: "POST",
      keepalive,
      headers: { "X-Baton": "1", Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields),
    });
  } catch {
    throw new Error(`${AWAY} Nothing was changed; try again when the page says Live.`);
  } finally {
    steps++;
  }
  const said = await response.json().catch(() => ({}));
  if (response.status === 401) throw Object.assign(new Error(ENDED), { status: 401 });
  if (!response.ok) {
    throw Object.assign(new Error(said.problem ?? said.message ?? `The server answered with status ${response.status}.`), { status: response.status });
  }
  return said;
}

/** Asks the page to show how things are now. */
export function refresh() {
  document.dispatchEvent(new CustomEvent("baton:refresh"));
}
