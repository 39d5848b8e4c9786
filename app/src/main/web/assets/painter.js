// Finds keywords and strings in code, away from the page, which never waits for it.
importScripts("highlight.js");

const COLOURS = { keyword: "keyword", built_in: "keyword", literal: "keyword", type: "keyword", tag: "keyword", name: "keyword", meta: "keyword", section: "keyword", "selector-tag": "keyword", string: "string", regexp: "string", number: "string", symbol: "string", char: "string" };
const PARTS = /<span class="([^"]+)">|<\/span>|&(amp|lt|gt|quot|#x27);|[^<&]+/g;
const MOST_KNOWN = 100;
const known = new Map();

/** Where a colour begins and ends: characters of the whole text. */
function spans(text, language) {
  const found = [];
  const open = [];
  let at = 0;
  for (const part of self.hljs.highlight(text, { language, ignoreIllegals: true }).value.matchAll(PARTS)) {
    if (part[1]) open.push(COLOURS[part[1].split(" ")[0].slice("hljs-".length)] ?? null);
    else if (part[0] === "</span>") open.pop();
    else {
      const length = part[2] ? 1 : part[0].length;
      const colour = open.findLast((each) => each !== undefined);
      const before = found.at(-1);
      if (colour && before?.colour === colour && before.to === at) before.to += length;
      else if (colour) found.push({ colour, from: at, to: at + length });
      at += length;
    }
  }
  return found;
}

self.onmessage = ({ data: { id, name, text } }) => {
  const key = `${name}\n${text}`;
  if (!known.has(key)) {
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value);
    known.set(key, self.hljs.getLanguage(name) ? spans(text, name) : []);
  }
  self.postMessage({ id, spans: known.get(key) });
};
