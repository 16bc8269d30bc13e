import { cutText } from '@/lib/cut-text';

/** Zero-width spaces, line separators and bidirectional control characters. */
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

/**
 * Other invisible characters, which can hide a text: tags, fillers, variation selectors. Source:
 * DerivedCoreProperties.txt of Unicode. Flags of regions, such as Wales, lose their tags.
 */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}--[\u200c\u200d\ufe0e\ufe0f]]+/gv;

/** The selectors U+FE0E and U+FE0F, unless the character before can be an emoji. */
const STRAY_SELECTORS = /(?<!\p{Emoji})[\ufe0e\ufe0f]+/gu;

/**
 * Joiners, except one after a letter or an emoji. Persian, Hindi and emoji families need joiners.
 */
const STRAY_JOINERS =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]+/gu;

/** Removes invisible characters from a text. Control characters and line breaks stay. */
export function visibleText(text: string): string {
  return text
    .replaceAll(UNSEEN, ' ')
    .replaceAll(IGNORABLE, '')
    .replaceAll(STRAY_SELECTORS, '')
    .replaceAll(STRAY_JOINERS, '');
}

/**
 * Returns a text that the extension did not write as one line without invisible characters.
 * @param longest limit in characters; an ellipsis replaces the rest
 */
export function untrustedLine(text: string, longest = 500): string {
  const line = visibleText(text.slice(0, longest * 2))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (line.length <= longest && text.length <= longest * 2) return line;
  return `${cutText(line, longest)}…`;
}
