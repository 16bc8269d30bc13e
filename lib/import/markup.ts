import { Parser } from 'htmlparser2';
import type { FileFault } from './found-addresses';

export type Attributes = Readonly<Record<string, string>>;

/** Callbacks, called in the order of the text. The level of the first element is 1. */
interface MarkupReader {
  /** Called when an element begins. In HTML, `name` and `prefix` are in lower case. */
  open?(name: string, level: number, attributes: Attributes, prefix: string): void;
  text?(text: string): void;
  /** Called when an element ends, with or without an end tag. */
  close?(name: string, level: number): void;
  /** Whether the reader needs no more of the text. */
  isDone?(): boolean;
}

const MAX_LEVELS = 1_000;

/** Limit for the attributes of one element. `Parser` collects the attributes in an object. */
const MAX_ATTRIBUTES = 1_000;

/** Characters per call of `Parser.write`, after which reading can stop. */
const PIECE = 100_000;

/** Beginnings and ends of constructs that extend to the end of the text if the end is missing. */
const XML_ENDS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
];
const HTML_ENDS = [...XML_ENDS, ['<script', '</script'], ['<style', '</style']];

/**
 * Reads XML or HTML, which need not be valid. Expands no declared entity, and fetches nothing.
 *
 * @returns the number of elements that are open at the end, and why reading stopped before the end
 */
export function readMarkup(
  text: string,
  language: 'xml' | 'html',
  reader: MarkupReader,
): { level: number; fault: FileFault | null } {
  let level = 0;
  let attributeCount = 0;
  let fault: FileFault | null = null;
  const parser = new Parser(
    {
      onopentagname() {
        attributeCount = 0;
      },
      onattribute() {
        attributeCount += 1;
        if (attributeCount > MAX_ATTRIBUTES) fault ??= 'broken';
      },
      onopentag(tag, attributes) {
        level += 1;
        if (level > MAX_LEVELS) fault ??= 'tooManyLevels';
        const colon = tag.indexOf(':');
        const prefix = tag.slice(0, Math.max(0, colon));
        reader.open?.(tag.slice(colon + 1), level, attributes, prefix);
      },
      ontext: (text) => reader.text?.(text),
      onclosetag(tag) {
        reader.close?.(tag.slice(tag.indexOf(':') + 1), level);
        level -= 1;
      },
    },
    { xmlMode: language === 'xml' },
  );
  const markup = withoutUnclosed(text, language === 'xml' ? XML_ENDS : HTML_ENDS);
  for (let at = 0; at < markup.length && fault === null && !reader.isDone?.(); at += PIECE) {
    parser.write(markup.slice(at, at + PIECE));
  }
  return { level, fault };
}

/** Removes the beginnings of constructs that have no end, so that the parser reads what follows. */
function withoutUnclosed(text: string, ends: readonly string[][]): string {
  let rest = text;
  for (const [begin = '', end = ''] of ends) {
    if (!rest.includes(begin)) continue;
    const last = rest.lastIndexOf(end);
    if (rest.indexOf(begin, last + 1) >= 0) {
      rest = rest.slice(0, last + 1) + rest.slice(last + 1).replaceAll(begin, '');
    }
  }
  return rest;
}
