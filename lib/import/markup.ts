import { Parser } from 'htmlparser2';
import type { FileFault } from './found-addresses';

export type Attributes = Readonly<Record<string, string>>;

/** Callbacks of `readMarkup`. The level of the root element is 1. */
interface MarkupReader {
  /** In HTML, `name` and `prefix` are in lower case. */
  open?(name: string, level: number, attributes: Attributes, prefix: string): void;
  /** The parser may split one text into several calls. */
  text?(text: string): void;
  /** Called also for an element without an end tag. */
  close?(name: string, level: number): void;
  isDone?(): boolean;
}

const MAX_LEVELS = 1_000;

/** `Parser` stores all attributes of an element. */
const MAX_ATTRIBUTES = 1_000;

/** In characters. Reading can stop between two pieces. */
const PIECE_LENGTH = 100_000;

/** Pairs of start and end. The parser extends a construct without end to the end of the text. */
const XML_CONSTRUCTS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
];
const HTML_CONSTRUCTS = [...XML_CONSTRUCTS, ['<script', '</script'], ['<style', '</style']];

/**
 * Reads XML or HTML, even if it is invalid. Expands no declared entities, and fetches nothing.
 * @returns `level`: number of elements without an end tag; `fault`: why reading stopped early
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
  const markup = withoutUnclosedStarts(text, language === 'xml' ? XML_CONSTRUCTS : HTML_CONSTRUCTS);
  let position = 0;
  while (position < markup.length && fault === null && !reader.isDone?.()) {
    parser.write(markup.slice(position, position + PIECE_LENGTH));
    position += PIECE_LENGTH;
  }
  return { level, fault };
}

/**
 * Removes the start of each construct that has no end, so that the parser reads the text after the start.
 */
function withoutUnclosedStarts(text: string, constructs: readonly string[][]): string {
  let result = text;
  for (const [start = '', end = ''] of constructs) {
    if (!result.includes(start)) continue;
    const afterLastEnd = result.lastIndexOf(end) + 1;
    if (result.indexOf(start, afterLastEnd) >= 0) {
      result = result.slice(0, afterLastEnd) + result.slice(afterLastEnd).replaceAll(start, '');
    }
  }
  return result;
}
