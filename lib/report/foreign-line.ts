import { cutText } from '@/lib/cut-text';

/** Control characters, and those that turn the direction or cannot be seen. */
const UNSEEN = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;

/**
 * Somebody else's text as a single line of plain text for a ticket or a mail, with nothing in it
 * that is not seen.
 * @param longest in characters; what follows becomes three dots
 */
export function foreignLine(text: string, longest = 500): string {
  const line = text
    .slice(0, longest * 2)
    .replaceAll(UNSEEN, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= longest && text.length <= longest * 2) return line;
  return `${cutText(line, longest)}…`;
}
