// What colours code has, which a worker of its own finds out.

const waiting = new Map();
let painter;
let latest = 0;

/** Asks the painter, which is loaded by the first difference that somebody sees. */
export function ask(name, text) {
  if (!painter) {
    painter = new Worker(new URL("./painter.js", import.meta.url));
    painter.onmessage = ({ data }) => {
      waiting.get(data.id)?.(data.spans);
      waiting.delete(data.id);
    };
  }
  return new Promise((resolve) => {
    waiting.set(++latest, resolve);
    painter.postMessage({ id: latest, name, text });
  });
}
