/** Replaces a secret that a service quotes. */
const BLANK = '•••';

/** A shorter API key or header value may be a word that an answer needs. */
const SHORTEST = 8;

/** The longest escape has so many characters for one of a secret: `%F0%9F%98%80` stands for two. */
const LONGEST_ESCAPE = 12;

/**
 * Returns a text of the service without the secrets that the text quotes.
 * @param most characters of the text to return. A secret that begins within these characters is replaced
 *   as a whole, so that cutting the text never leaves the beginning of a secret.
 */
export type Redaction = (text: string, most: number) => string;

/**
 * Creates the redaction of one answer. A secret is found in each usual spelling: plain,
 * percent-encoded, form-encoded, with escapes of JSON, or with entities of HTML.
 * @param secrets replaced wherever one occurs; a secret shorter than eight characters is not replaced
 * @param passwords those of the request; a password shorter than eight characters is replaced as a whole word
 */
export function createRedaction(
  secrets: readonly string[],
  passwords: readonly string[] = [],
): Redaction {
  const all = [...secrets, ...passwords];
  const long = all.filter(({ length }) => length >= SHORTEST);
  const short = passwords.filter(({ length }) => length > 0 && length < SHORTEST);
  const longest = Math.max(0, ...all.map(({ length }) => length));
  return (text, most) => {
    const ranges: Range[] = [];
    for (const reading of readingsOf(text.slice(0, most + longest * LONGEST_ESCAPE))) {
      for (const secret of long) ranges.push(...rangesOf(secret, reading));
      for (const word of short) ranges.push(...rangesOf(word, reading, isWholeWord));
    }
    return withBlanks(text.slice(0, most), ranges);
  };
}

/** A part of a text: from one index up to another one, which is not included. */
type Range = [start: number, end: number];

/** A text in which escapes are decoded. */
interface Reading {
  decoded: string;
  /** The escapes, in their order. */
  escapes: readonly Escape[];
}

interface Escape {
  /** Where the decoded character begins in the decoded text, and its length. */
  at: number;
  length: number;
  /** Where the escape begins in the text, and its length. */
  source: number;
  sourceLength: number;
}

interface Spelling {
  /** Occurs in each escape. */
  mark: string;
  pattern: RegExp;
  /** The character that an escape stands for; null if the escape is broken. */
  decode(sequence: string): string | null;
}

/** The escape of one character, in UTF-8. */
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

/** The text as it is, and the text as each spelling decodes it, where its escapes occur. */
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

/** The parts of the text that are a secret once decoded. */
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

/** Where a place of the decoded text is in the text. */
function sourceOf(place: number, escapes: readonly Escape[]): number {
  let [low, high] = [0, escapes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((escapes[middle]?.at ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  const before = escapes[low - 1];
  if (before === undefined) return place;
  const { at, length, source, sourceLength } = before;
  // Half of an escaped character stands for the whole escape.
  return source + sourceLength + Math.max(0, place - at - length);
}

const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}_]/u;

function isWholeWord(text: string, start: number, end: number): boolean {
  return !isWithinWord(text, start) && !isWithinWord(text, end);
}

/** Whether the characters on both sides of a place belong to one word. */
function isWithinWord(text: string, place: number): boolean {
  return LETTER_OR_DIGIT.test(text[place - 1] ?? '') && LETTER_OR_DIGIT.test(text[place] ?? '');
}

/** Replaces each range; ranges that overlap become one. */
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
