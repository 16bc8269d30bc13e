import { cutText } from '@/lib/cut-text';
import type { FieldMessage } from '@/lib/failure';
import { isNumber } from '@/lib/report/content/readable-name';
import { z } from '@/lib/schema';
import type { Redaction } from '@/lib/service/redaction';
import { JsonObject } from './json-parts';

export interface ErrorBody {
  message: string | null;
  /** `field` is empty if the service does not name the field. */
  fields: FieldMessage[];
}

// Top-level properties that contain messages.
const TOP_LEVEL_NAMES = ['message', 'errors', 'error', 'detail'];

// Properties of an error that contain messages or further errors.
const MESSAGE_NAMES = `message messages msg error errors detail details description reason title
  constraints violations fieldViolations`.split(/\s+/);
// Properties of an error that contain the name of a request parameter.
const FIELD_NAMES = 'field param parameter property attribute path pointer loc source'.split(' ');
// Properties of an error that contain something other than messages, such as sent values.
const IGNORED_NAMES = 'value input data ctx context meta links trace stack'.split(' ');

// Request parameters that correspond to fields of the form.
const PARAMETERS = ['url', 'privacy', 'password', 'results'];

/** In characters. */
const MAX_MESSAGE_LENGTH = 500;
/** In characters, for all messages of one answer, because the worker stores the messages of refusals. */
const MAX_CHARACTERS = 2000;
/** Limit for fields with messages, and for the parts of one object or list. */
const MAX_FIELDS = 20;
/** Limit for the values that `readErrorBody` visits, on all levels together. */
const MAX_VALUES = 300;

const Sentence = z.string().check(z.trim(), z.minLength(1));

/**
 * Reads the body of a refusal.
 * @param json undefined if the body is not JSON
 */
export function readErrorBody(json: unknown, redact: Redaction = cutText): ErrorBody {
  const body = JsonObject.safeParse(json).data ?? {};
  const values = TOP_LEVEL_NAMES.map((name) => body[name]);
  const redactedSentence = (value: unknown) =>
    sentenceOf(value).map((text) => redact(text, MAX_CHARACTERS));
  const [message = null] = values.flatMap(redactedSentence);
  const messagesByField = new Map<string, string[]>();
  let valuesLeft = MAX_VALUES;

  function collect(value: unknown, field: string): void {
    valuesLeft -= 1;
    if (valuesLeft < 0) return;
    for (const [part, fieldOfPart] of partsOf(value, field)) collect(part, fieldOfPart);
    for (const text of redactedSentence(value)) {
      const messages = messagesByField.get(field) ?? [];
      const isRepeated = messages.includes(text) || (field === '' && text === message);
      if (!isRepeated) messagesByField.set(field, [...messages, text]);
    }
  }

  for (const value of values) if (typeof value === 'object') collect(value, '');
  const fields = [...messagesByField].map(([field, messages]) => ({
    field: PARAMETERS.includes(field) ? field : redact(field, MAX_CHARACTERS),
    messages,
  }));
  return withinBounds({ message, fields: fields.slice(0, MAX_FIELDS) });
}

export function allMessages({ message, fields }: ErrorBody): string | null {
  const fieldMessages = fields.flatMap(({ messages }) => messages);
  const sentences =
    message === null
      ? fieldMessages
      : [message, ...fieldMessages.filter((one) => !message.includes(one))];
  return sentences.length === 0 ? null : sentences.join(' ').slice(0, MAX_CHARACTERS);
}

/**
 * Returns the parts of a value that may contain messages, each with its field. An object either
 * describes one error, or maps field names to messages.
 * @param field the field of the value; empty if unknown
 */
function partsOf(value: unknown, field: string): [part: unknown, field: string][] {
  if (Array.isArray(value)) return value.slice(0, MAX_FIELDS).map((part) => [part, field]);
  const object = JsonObject.safeParse(value).data ?? {};
  const names = Object.keys(object).slice(0, MAX_FIELDS);
  const isOneError = names.some((name) => MESSAGE_NAMES.includes(name));
  if (!isOneError) {
    const fieldOf = (name: string) => parameter(name) || field || (isNumber(name) ? '' : name);
    return names.map((name) => [object[name], fieldOf(name)]);
  }
  const namedField = FIELD_NAMES.map((name) => parameterAtEnd(object[name])).find(Boolean) ?? field;
  return names
    .filter((name) => !FIELD_NAMES.includes(name) && !IGNORED_NAMES.includes(name))
    .filter((name) => MESSAGE_NAMES.includes(name) || mayContainMessage(name, object[name]))
    .map((name) => [object[name], parameter(name) || namedField]);
}

/** Excludes texts without a parameter name, and links to documentation. */
function mayContainMessage(name: string, part: unknown): boolean {
  if (typeof part !== 'string') return true;
  return parameter(name) !== '' && !/^https?:/i.test(part);
}

/** Returns the name of a parameter in lower case; empty for any other name. */
function parameter(name: unknown): string {
  const lowerCase = typeof name === 'string' ? name.toLowerCase() : '';
  return PARAMETERS.includes(lowerCase) ? lowerCase : '';
}

/** Returns the parameter at the end of a name, path or JSON pointer; empty if absent. */
function parameterAtEnd(source: unknown): string {
  const { pointer, parameter: name } = JsonObject.safeParse(source).data ?? {};
  const path = pointer ?? name ?? source;
  const parts = typeof path === 'string' ? path.split(/[/.]/) : path;
  return Array.isArray(parts) ? parameter(parts.at(-1)) : '';
}

/** Returns a list for `flatMap`; empty if the value is not a text. */
function sentenceOf(value: unknown): string[] {
  const { data } = Sentence.safeParse(value);
  return data === undefined ? [] : [data];
}

/** Cuts each text. Removes the texts above the limit for all texts. */
function withinBounds({ message, fields }: ErrorBody): ErrorBody {
  let charactersLeft = MAX_CHARACTERS;
  function cut(text: string): string {
    const shortened = cutText(text, Math.min(MAX_MESSAGE_LENGTH, charactersLeft));
    charactersLeft -= shortened.length;
    return shortened;
  }
  return {
    message: message && cut(message),
    fields: fields
      .map(({ field, messages }) => ({
        field: cut(field),
        messages: messages.map(cut).filter((text) => text !== ''),
      }))
      .filter(({ messages }) => messages.length > 0),
  };
}
