import { Parser } from 'htmlparser2';

export type Attributes = Readonly<Record<string, string>>;

/** What is told of a text, in its order; levels begin with 1. */
interface Reader {
  /** An element begins. Its name and its prefix are as they are written, in HTML in small letters. */
  open?(name: string, level: number, attributes: Attributes, prefix: string): void;
  text?(text: string): void;
  /** An element ends, or is ended by the end of another. */
  close?(name: string, level: number): void;
  /** Whether nothing more is wanted. */
  isDone?(): boolean;
}

/** So deep elements may be within each other. */
const MOST_LEVELS = 1_000;

/** So many characters are read at a time. */
const PIECE = 100_000;

/** What has no end here, and would take in the rest. */
const XML_ENDS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
];
const HTML_ENDS = [...XML_ENDS, ['<script', '</script'], ['<style', '</style']];

/**
 * Reads XML or HTML, which need not be valid. No entity of its own is expanded, and nothing that it names is
 * fetched.
 * @returns how many elements are open at its end, and whether these became more than a thousand, where it stops
 */
export function readMarkup(
  text: string,
  reader: Reader,
  isXml: boolean,
): { level: number; isTooDeep: boolean } {
  let level = 0;
  let isTooDeep = false;
  const parser = new Parser(
    {
      onopentag(given, attributes) {
        level += 1;
        if (level > MOST_LEVELS) isTooDeep = true;
        const colon = given.indexOf(':');
        if (colon < 0) reader.open?.(given, level, attributes, '');
        else reader.open?.(given.slice(colon + 1), level, attributes, given.slice(0, colon));
      },
      ontext: (text) => reader.text?.(text),
      onclosetag(given) {
        const colon = given.indexOf(':');
        reader.close?.(colon < 0 ? given : given.slice(colon + 1), level);
        level -= 1;
      },
    },
    { xmlMode: isXml },
  );
  let rest = text;
  const ends = isXml ? XML_ENDS : HTML_ENDS;
  for (const [begin = '', end = ''] of isXml && !text.includes('<!') ? [] : ends) {
    const last = rest.lastIndexOf(end);
    if (rest.indexOf(begin, last + 1) >= 0) {
      rest = rest.slice(0, last + 1) + rest.slice(last + 1).replaceAll(begin, '');
    }
  }
  for (let at = 0; at < rest.length && !isTooDeep && !reader.isDone?.(); at += PIECE) {
    parser.write(rest.slice(at, at + PIECE));
  }
  return { level, isTooDeep };
}
