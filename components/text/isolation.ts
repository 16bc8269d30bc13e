/** The characters U+2068 and U+2069 isolate the direction of the text between them. */
const ISOLATION_START = '\u2068';
const ISOLATION_END = '\u2069';

/** Invisible characters that change the direction. Some of these characters end an isolation. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Removes the invisible characters that change the direction. */
export function withoutDirectionMarks(text: string): string {
  return text.replaceAll(DIRECTION_MARKS, '');
}

/**
 * Isolates a text that the extension did not write, for use in a message or an attribute. The
 * surrounding words keep their direction. An isolation ends with its line, so each line gets its own.
 */
export function isolated(text: string): string {
  return withoutDirectionMarks(text).replaceAll(
    /[^\n]+/g,
    (line) => ISOLATION_START + line + ISOLATION_END,
  );
}

/** Splits a message into parts. Every second part is a text that `isolated` has isolated. */
export function messageParts(message: string): string[] {
  return message.split(/\u2068([^\u2068\u2069]*)\u2069/);
}
