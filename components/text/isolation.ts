/** The characters U+2068 and U+2069 isolate the direction of the text between them. */
const FIRST = '\u2068';
const LAST = '\u2069';

/** Invisible characters that change the direction. Some of these characters end an isolation. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Removes the invisible characters that change the direction. */
export function withoutDirectionMarks(text: string): string {
  return text.replaceAll(DIRECTION_MARKS, '');
}

/**
 * Isolates a text from outside for use in a message or an attribute. The words around the text keep
 * their direction. Each line is isolated separately, since isolation ends with the line.
 */
export function isolated(text: string): string {
  return withoutDirectionMarks(text).replaceAll(/[^\n]+/g, (line) => FIRST + line + LAST);
}

/** Splits a message. Every second part is a text that `isolated` has marked. */
export function messageParts(message: string): string[] {
  return message.split(/\u2068([^\u2068\u2069]*)\u2069/);
}
