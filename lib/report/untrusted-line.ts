import { cutText } from '@/lib/cut-text';

/** Matches zero-width spaces, line separators and bidirectional control characters. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

/**
 * Matches tags, fillers and variation selectors, which can hide a text. The flag emoji of regions such as
 * Wales lose the tags that they contain. Source: DerivedCoreProperties.txt of Unicode.
 */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}--[\u200c\u200d\ufe0e\ufe0f]]+/gv;

/** Matches variation selectors, except after a character that can be an emoji. */
const NEEDLESS_SELECTORS = /(?<!\p{Emoji})[\ufe0e\ufe0f]+/gu;

/** Matches joiners, except after letters and emoji, as in Persian, Hindi and family emoji. */
const NEEDLESS_JOINERS =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]+/gu;

/** Removes invisible characters, but not control characters and line breaks. */
export function visibleText(text: string): string {
  return text
    .replaceAll(INVISIBLE, ' ')
    .replaceAll(IGNORABLE, '')
    .replaceAll(NEEDLESS_SELECTORS, '')
    .replaceAll(NEEDLESS_JOINERS, '');
}

/**
 * Converts the text of a service or website to one line without invisible characters.
 * @param maxLength in characters; an ellipsis replaces the rest
 */
export function untrustedLine(text: string, maxLength = 500): string {
  const line = visibleText(text.slice(0, maxLength * 2))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (line.length <= maxLength && text.length <= maxLength * 2) return line;
  return `${cutText(line, maxLength)}…`;
}
