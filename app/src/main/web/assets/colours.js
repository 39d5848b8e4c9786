import { Controller } from "./stimulus.js";
import { ask } from "./painting.js";

const LONGEST_LINE = 10000;
/** Colours in the code of a difference. They are painted over the text, which stays as it is. */
export default class extends Controller {
  static values = { name: String };

  connect() {
    this.painted = [];
    this.onLoad = () => this.paint();
    this.element.addEventListener("turbo:frame-load", this.onLoad);
    this.paint();
  }

  disconnect() {
    this.element.removeEventListener("turbo:frame-load", this.onLoad);
    this.clear();
  }

  clear() {
    for (const [name, range] of this.painted) CSS.highlights.get(name)?.delete(range);
    this.painted = [];
  }

  async paint() {
    if (!this.nameValue || !CSS.highlights) return;
    const sides = [this.blocks("data-o"), this.blocks("data-n")].flat();
    const answers = await Promise.all(sides.map((lines) => ask(this.nameValue, lines.map((line) => line.text).join("\n"))));
    if (!this.element.isConnected) return;
    this.clear();
    sides.forEach((lines, index) => this.put(lines, answers[index]));
  }

  /** Lines of one side that follow each other, so that what goes over several lines is seen. */
  blocks(side) {
    const blocks = [];
    let next = 0;
    for (const row of this.element.querySelectorAll(`.l[${side}]`)) {
      const code = row.lastElementChild;
      const number = Number(row.getAttribute(side));
      // why: a line that is cut ends anywhere, and what comes behind it would be painted wrongly
      if (code.querySelector("em") || code.textContent.length > LONGEST_LINE) continue;
      if (number !== next) blocks.push([]);
      blocks.at(-1).push({ code, text: code.textContent, isShown: side === "data-n" || !row.hasAttribute("data-n") });
      next = number + 1;
    }
    return blocks;
  }

  put(lines, spans) {
    let start = 0;
    let index = 0;
    for (const line of lines) {
      const end = start + line.text.length;
      while (index > 0 && spans[index - 1]?.to > start) index--;
      for (; index < spans.length && spans[index].from < end; index++) {
        const { colour, from, to } = spans[index];
        if (line.isShown && to > start) this.colour(line.code, colour, Math.max(from, start) - start, Math.min(to, end) - start);
      }
      start = end + 1;
    }
  }

  colour(code, name, from, to) {
    const [first, last] = [this.spot(code, from, true), this.spot(code, to, false)];
    if (!first || !last) return;
    const range = new StaticRange({ startContainer: first.text, startOffset: first.at, endContainer: last.text, endOffset: last.at });
    if (!CSS.highlights.has(name)) CSS.highlights.set(name, new Highlight());
    CSS.highlights.get(name).add(range);
    this.painted.push([name, range]);
  }

  /** The piece of text with a character of a line; marks cut lines into pieces. */
  spot(code, character, isStart) {
    let before = 0;
    const pieces = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (pieces.nextNode()) {
      const text = pieces.currentNode;
      const end = before + text.length;
      if (isStart ? character < end : character <= end) return { text, at: character - before };
      before = end;
    }
    return null;
  }
}
