const BLANK = '•••';

/**
 * Least length of a secret in characters. A shorter key or header value may be an ordinary word.
 */
const MIN_SECRET_LENGTH = 8;

/**
 * Upper bound of an escape's length in characters, for each character of the secret.
 * `%F0%9F%98%80` has twelve and encodes two UTF-16 units.
 */
const MAX_ESCAPE_LENGTH = 12;

/**
 * Returns the beginning of a text of the service, with its secrets replaced.
 * @param most characters of the text to read. A secret that begins within this limit is replaced as
 *   a whole. A cut text never ends with a part of a secret.
 */
export type Redaction = (text: string, most: number) => string;

/**
 * Creates the redaction of one answer, which finds a secret in each usual spelling: plain,
 * percent-encoded, form-encoded, with JSON escapes or with HTML entities.
 * @param secrets API key and header values; those shorter than eight characters are not replaced
 * @param passwords of the request; those shorter than eight characters are replaced as whole words
 */
export function createRedaction(
  secrets: readonly string[],
  passwords: readonly string[] = [],
): Redaction {
  const all = [...secrets, ...passwords];
  const long = all.filter(({ length }) => length >= MIN_SECRET_LENGTH);
  const short = passwords.filter(({ length }) => length > 0 && length < MIN_SECRET_LENGTH);
  const longest = Math.max(0, ...all.map(({ length }) => length));
  return (text, most) => {
    const ranges: Range[] = [];
    for (const reading of readingsOf(text.slice(0, most + longest * MAX_ESCAPE_LENGTH))) {
      for (const secret of long) ranges.push(...rangesOf(secret, reading));
      for (const word of short) ranges.push(...rangesOf(word, reading, isWholeWord));
    }
    return withBlanks(text.slice(0, most), ranges);
  };
}

/** A part of a text. The index `end` is not included. */
type Range = [start: number, end: number];

/** A text after its escapes were decoded. */
interface Reading {
  decoded: string;
  escapes: readonly Escape[];
}

interface Escape {
  /** Index and length of the decoded character in the decoded text. */
  at: number;
  length: number;
  /** Index and length of the escape in the original text. */
  source: number;
  sourceLength: number;
}

interface Spelling {
  /** A character that every escape contains. */
  mark: string;
  pattern: RegExp;
  /** Returns the character that an escape encodes; null if the escape is invalid. */
  decode(sequence: string): string | null;
}

/** The percent-encoding of one character in UTF-8. */
const PERCENT =
  '%[0-7][\\da-f]|%[cd][\\da-f]%[89ab][\\da-f]|%e[\\da-f](?:%[89ab][\\da-f]){2}|%f[0-7](?:%[89ab][\\da-f]){3}';

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&sol;': '/',
};

const SPELLINGS: readonly Spelling[] = [
  { mark: '%', pattern: new RegExp(PERCENT, 'gi'), decode: decodePercent },
  {
    mark: '+',
    pattern: new RegExp(`\\+|${PERCENT}`, 'gi'),
    decode: (sequence) => (sequence === '+' ? ' ' : decodePercent(sequence)),
  },
  {
    mark: '\\',
    pattern: /\\(?:u[\da-f]{4}|["'/\\])/gi,
    decode: (sequence) =>
      sequence.length === 2
        ? sequence.slice(1)
        : String.fromCharCode(Number.parseInt(sequence.slice(2), 16)),
  },
  {
    mark: '&',
    pattern: /&(?:#\d{1,9}|#x[\da-f]{1,7}|amp|lt|gt|quot|apos|sol);/gi,
    decode: decodeEntity,
  },
];

function decodePercent(sequence: string): string | null {
  try {
    return decodeURIComponent(sequence);
  } catch {
    return null;
  }
}

function decodeEntity(entity: string): string | null {
  const name = entity.toLowerCase();
  if (!name.startsWith('&#')) return ENTITIES[name] ?? null;
  const isHex = name.startsWith('&#x');
  const code = Number.parseInt(name.slice(isHex ? 3 : 2), isHex ? 16 : 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

/** Yields the original text, and one decoded text for each spelling whose escapes occur. */
function* readingsOf(text: string): Generator<Reading> {
  yield { decoded: text, escapes: [] };
  for (const { mark, pattern, decode } of SPELLINGS) {
    if (!text.includes(mark)) continue;
    const parts: string[] = [];
    const escapes: Escape[] = [];
    let read = 0;
    let at = 0;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const character = decode(found);
      if (character === null) continue;
      parts.push(text.slice(read, index), character);
      at += index - read;
      const { length } = character;
      escapes.push({ at, length, source: index, sourceLength: found.length });
      at += length;
      read = index + found.length;
    }
    if (escapes.length > 0) yield { decoded: parts.join('') + text.slice(read), escapes };
  }
}

/** Returns the parts of the original text that contain the secret, plain or escaped. */
function rangesOf(
  secret: string,
  { decoded, escapes }: Reading,
  isFound: (decoded: string, start: number, end: number) => boolean = () => true,
): Range[] {
  const ranges: Range[] = [];
  let start = decoded.indexOf(secret);
  while (start >= 0) {
    const end = start + secret.length;
    if (isFound(decoded, start, end)) {
      ranges.push([sourceOf(start, escapes), sourceOf(end, escapes)]);
    }
    start = decoded.indexOf(secret, end);
  }
  return ranges;
}

/** Returns the index in the original text for an index in the decoded text. */
function sourceOf(index: number, escapes: readonly Escape[]): number {
  let low = 0;
  let high = escapes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((escapes[middle]?.at ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  const before = escapes[low - 1];
  if (before === undefined) return index;
  const { at, length, source, sourceLength } = before;
  // An index within a decoded character maps to the end of its escape.
  return source + sourceLength + Math.max(0, index - at - length);
}

const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}_]/u;

function isWholeWord(text: string, start: number, end: number): boolean {
  return !isWithinWord(text, start) && !isWithinWord(text, end);
}

/** Whether the characters before and after an index belong to one word. */
function isWithinWord(text: string, index: number): boolean {
  return LETTER_OR_DIGIT.test(text[index - 1] ?? '') && LETTER_OR_DIGIT.test(text[index] ?? '');
}

/** Replaces each range. Overlapping ranges become one. */
function withBlanks(text: string, ranges: readonly Range[]): string {
  const parts: string[] = [];
  let read = 0;
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    if (start >= text.length) break;
    if (start >= read) parts.push(text.slice(read, start), BLANK);
    read = Math.max(read, end);
  }
  return parts.join('') + text.slice(read);
}
