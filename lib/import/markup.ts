import { Parser } from 'htmlparser2';

/** An element of XML or HTML that has begun. */
export interface Element {
  /** Its name without a prefix, as it is written; in HTML in small letters. */
  name: string;
  /** The prefix of its name; empty where it has none. */
  prefix: string;
  /** Of the outermost element 1. */
  level: number;
  attributes: Readonly<Record<string, string>>;
}

interface Reader {
  open?(element: Element): void;
  text?(text: string): void;
  /** The element that was opened last has ended, or was ended by the end of another. */
  close?(name: string, level: number): void;
  /** Whether nothing more is wanted. */
  isDone?(): boolean;
}

/** So deep elements may be within each other. */
const MOST_LEVELS = 1_000;

/** So many characters are read at a time. */
const PIECE = 100_000;

/** What has no end here, and would take in the rest. */
const ENDS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<script', '</script'],
  ['<style', '</style'],
] as const;

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
        const [prefix, name] =
          colon < 0 ? ['', given] : [given.slice(0, colon), given.slice(colon + 1)];
        reader.open?.({ name, prefix, level, attributes });
      },
      ontext: (text) => reader.text?.(text),
      onclosetag(given) {
        reader.close?.(given.slice(given.indexOf(':') + 1), level);
        level -= 1;
      },
    },
    { xmlMode: isXml },
  );
  let rest = text;
  for (const [begin, end] of ENDS) {
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
