const REPLACEMENT = '•••';

/** In characters. A shorter secret may be an ordinary word. */
const MIN_SECRET_LENGTH = 8;

/** Number of characters in the longest escape of one character: `%F0%9F%98%80`. */
const MAX_ESCAPE_LENGTH = 12;

/**
 * Returns the start of a text from the service, with `•••` in place of each secret.
 * @param maxLength in characters. The result never ends with a part of a secret.
 */
export type Redaction = (text: string, maxLength: number) => string;

/**
 * Recognises plain secrets, and secrets with percent-encoding, form encoding, JSON escapes or HTML
 * entities.
 * @param secrets API key and header values. Secrets of less than eight characters have no effect.
 * @param passwords A password of less than eight characters counts only as a whole word.
 */
export function createRedaction(
  secrets: readonly string[],
  passwords: readonly string[] = [],
): Redaction {
  const secretsAndPasswords = [...secrets, ...passwords];
  const longSecrets = secretsAndPasswords.filter(({ length }) => length >= MIN_SECRET_LENGTH);
  const shortPasswords = passwords.filter(({ length }) => length > 0 && length < MIN_SECRET_LENGTH);
  const maxSecretLength = Math.max(0, ...secretsAndPasswords.map(({ length }) => length));
  return (text, maxLength) => {
    const searchedText = text.slice(0, maxLength + maxSecretLength * MAX_ESCAPE_LENGTH);
    const ranges: Range[] = [];
    for (const decodedText of decodedTexts(searchedText)) {
      for (const secret of longSecrets) ranges.push(...rangesOf(secret, decodedText));
      for (const word of shortPasswords) ranges.push(...rangesOf(word, decodedText, isWholeWord));
    }
    return replaceRanges(text.slice(0, maxLength), ranges);
  };
}

/** `end` is the index after the range. */
type Range = [start: number, end: number];

/** A text in which the escapes of one encoding are decoded. */
interface DecodedText {
  decoded: string;
  /** In the order of the text. */
  escapes: readonly Escape[];
}

/** The position of an escape in the original text, and of its character in the decoded text. */
interface Escape {
  decodedStart: number;
  decodedLength: number;
  sourceStart: number;
  sourceLength: number;
}

interface Encoding {
  /** A character in every escape. */
  sign: string;
  pattern: RegExp;
  /** Returns the character of an escape; null if the escape is invalid. */
  decode(sequence: string): string | null;
}

/** Source of a pattern for one percent-encoded character in UTF-8. */
const PERCENT_ESCAPE =
  '%[0-7][\\da-f]|%[cd][\\da-f]%[89ab][\\da-f]|%e[\\da-f](?:%[89ab][\\da-f]){2}|%f[0-7](?:%[89ab][\\da-f]){3}';

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&sol;': '/',
};

const ENCODINGS: readonly Encoding[] = [
  { sign: '%', pattern: new RegExp(PERCENT_ESCAPE, 'gi'), decode: decodePercent },
  {
    sign: '+',
    pattern: new RegExp(`\\+|${PERCENT_ESCAPE}`, 'gi'),
    decode: (sequence) => (sequence === '+' ? ' ' : decodePercent(sequence)),
  },
  {
    sign: '\\',
    pattern: /\\(?:u[\da-f]{4}|["'/\\])/gi,
    decode: (sequence) =>
      sequence.length === 2
        ? sequence.slice(1)
        : String.fromCharCode(Number.parseInt(sequence.slice(2), 16)),
  },
  {
    sign: '&',
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

/** Yields the original text, and a decoded text for each encoding that the text contains. */
function* decodedTexts(text: string): Generator<DecodedText> {
  yield { decoded: text, escapes: [] };
  for (const { sign, pattern, decode } of ENCODINGS) {
    if (!text.includes(sign)) continue;
    const parts: string[] = [];
    const escapes: Escape[] = [];
    /** End of the previous escape in the original text. */
    let sourceEnd = 0;
    /** End of the previous character in the decoded text. */
    let decodedEnd = 0;
    for (const { 0: sequence, index } of text.matchAll(pattern)) {
      const character = decode(sequence);
      if (character === null) continue;
      parts.push(text.slice(sourceEnd, index), character);
      decodedEnd += index - sourceEnd;
      escapes.push({
        decodedStart: decodedEnd,
        decodedLength: character.length,
        sourceStart: index,
        sourceLength: sequence.length,
      });
      decodedEnd += character.length;
      sourceEnd = index + sequence.length;
    }
    if (escapes.length > 0) yield { decoded: parts.join('') + text.slice(sourceEnd), escapes };
  }
}

/**
 * Returns the ranges of a secret in the original text.
 * @param accepts whether a range of the decoded text counts as the secret
 */
function rangesOf(
  secret: string,
  { decoded, escapes }: DecodedText,
  accepts: (decoded: string, start: number, end: number) => boolean = () => true,
): Range[] {
  const ranges: Range[] = [];
  let start = decoded.indexOf(secret);
  while (start >= 0) {
    const end = start + secret.length;
    if (accepts(decoded, start, end)) {
      ranges.push([sourceIndex(start, escapes), sourceIndex(end, escapes)]);
    }
    start = decoded.indexOf(secret, end);
  }
  return ranges;
}

/** Converts an index in the decoded text to an index in the original text. */
function sourceIndex(index: number, escapes: readonly Escape[]): number {
  // A binary search for the first escape that does not begin before the index.
  let low = 0;
  let high = escapes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((escapes[middle]?.decodedStart ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  const previous = escapes[low - 1];
  if (previous === undefined) return index;
  const { decodedStart, decodedLength, sourceStart, sourceLength } = previous;
  // An index within a decoded character becomes the end of its escape.
  return sourceStart + sourceLength + Math.max(0, index - decodedStart - decodedLength);
}

const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}_]/u;

function isWholeWord(text: string, start: number, end: number): boolean {
  return !isWithinWord(text, start) && !isWithinWord(text, end);
}

/** Whether letters or digits precede and follow an index. */
function isWithinWord(text: string, index: number): boolean {
  return LETTER_OR_DIGIT.test(text[index - 1] ?? '') && LETTER_OR_DIGIT.test(text[index] ?? '');
}

/** Replaces overlapping ranges once. */
function replaceRanges(text: string, ranges: readonly Range[]): string {
  const parts: string[] = [];
  let previousEnd = 0;
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    if (start >= text.length) break;
    if (start >= previousEnd) parts.push(text.slice(previousEnd, start), REPLACEMENT);
    previousEnd = Math.max(previousEnd, end);
  }
  return parts.join('') + text.slice(previousEnd);
}
