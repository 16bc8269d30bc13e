import { cutText } from '@/lib/cut-text';

// The characters U+2068 and U+2069 isolate the direction of the text between them.
const ISOLATION_START = '\u2068';
const ISOLATION_END = '\u2069';

// Invisible characters that change the direction of a text. Some end an isolation.
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

export function withoutDirectionMarks(text: string): string {
  return text.replaceAll(DIRECTION_MARKS, '');
}

/** In characters. A longer text would make the sentence unreadable. */
const MAX_SHORTENED_LENGTH = 120;

/** Shortens a text for a sentence, and removes characters that change the direction. */
export function shortened(text: string): string {
  return text.length > MAX_SHORTENED_LENGTH
    ? `${withoutDirectionMarks(cutText(text, MAX_SHORTENED_LENGTH))}…`
    : withoutDirectionMarks(text);
}

/** Isolates the direction of each line, because an isolation ends with its line. */
export function isolated(text: string): string {
  return withoutDirectionMarks(text).replaceAll(
    /[^\n]+/g,
    (line) => ISOLATION_START + line + ISOLATION_END,
  );
}

/** Splits a message. Every second part, beginning with the second, is an isolated text. */
export function messageParts(message: string): string[] {
  return message.split(/\u2068([^\u2068\u2069]*)\u2069/);
}
