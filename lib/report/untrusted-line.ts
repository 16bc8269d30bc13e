import { cutText } from '@/lib/cut-text';

// Zero-width spaces, line separators and bidirectional control characters.
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

/**
 * Tags, fillers and variation selectors can hide a text. Source: DerivedCoreProperties.txt of
 * Unicode. Also matches the tags in the flag emoji of regions, such as Wales.
 */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}--[\u200c\u200d\ufe0e\ufe0f]]+/gv;

/** Matches the selectors U+FE0E and U+FE0F, except after a character that can be an emoji. */
const STRAY_SELECTORS = /(?<!\p{Emoji})[\ufe0e\ufe0f]+/gu;

/** Matches joiners, except where Persian, Hindi and family emoji need joiners. */
const STRAY_JOINERS =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]+/gu;

/** Removes invisible characters, but not control characters and line breaks. */
export function visibleText(text: string): string {
  return text
    .replaceAll(INVISIBLE, ' ')
    .replaceAll(IGNORABLE, '')
    .replaceAll(STRAY_SELECTORS, '')
    .replaceAll(STRAY_JOINERS, '');
}

/**
 * Converts a text from outside to one line without invisible characters.
 * @param maxLength limit in characters; an ellipsis replaces the rest
 */
export function untrustedLine(text: string, maxLength = 500): string {
  const line = visibleText(text.slice(0, maxLength * 2))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (line.length <= maxLength && text.length <= maxLength * 2) return line;
  return `${cutText(line, maxLength)}…`;
}
