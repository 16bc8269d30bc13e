import { cutText } from '@/lib/cut-text';

/** Blanks without width, line separators, and what turns the direction of a text. */
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

/**
 * Further characters that show nothing (DerivedCoreProperties.txt of Unicode): tags, fillers, variation
 * selectors. A text that nobody sees can be written with these. Flags of regions (Wales) lose their tags.
 */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}--[\u200c\u200d\ufe0e\ufe0f]]+/gv;

/** U+FE0E and U+FE0F, except directly behind what can be an emoji. */
const STRAY_SELECTORS = /(?<!\p{Emoji})[\ufe0e\ufe0f]+/gu;

/** Joiners, except one directly behind a letter or an emoji: Persian, Hindi and families of emojis need those. */
const STRAY_JOINERS =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]+/gu;

/** Returns somebody else's text without invisible characters; control characters and line breaks stay. */
export function visibleText(text: string): string {
  return text
    .replaceAll(UNSEEN, ' ')
    .replaceAll(IGNORABLE, '')
    .replaceAll(STRAY_SELECTORS, '')
    .replaceAll(STRAY_JOINERS, '');
}

/**
 * Returns somebody else's text as a single line of plain text without invisible characters, for a ticket, a
 * letter or a notification.
 * @param longest in characters; what follows becomes three dots
 */
export function foreignLine(text: string, longest = 500): string {
  const line = visibleText(text.slice(0, longest * 2))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (line.length <= longest && text.length <= longest * 2) return line;
  return `${cutText(line, longest)}…`;
}
