/** First strong isolate and pop directional isolate: what is between them turns nothing around it. */
const FIRST = '\u2068';
const LAST = '\u2069';

/** Invisible characters that turn the direction; some of them would end the text's isolation. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text without the invisible characters that turn the direction. */
export function withoutDirectionMarks(text: string): string {
  return text.replaceAll(DIRECTION_MARKS, '');
}

/**
 * Somebody else's text as it may stand in a message or an attribute: the words around it keep their
 * direction. Each line is isolated, since isolation ends with the line.
 */
export function isolated(text: string): string {
  return withoutDirectionMarks(text).replaceAll(/[^\n]+/g, (line) => FIRST + line + LAST);
}

/** A message in parts: every second one is a text that `isolated` has marked. */
export function messageParts(message: string): string[] {
  return message.split(/\u2068([^\u2068\u2069]*)\u2069/);
}
