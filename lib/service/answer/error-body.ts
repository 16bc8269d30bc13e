import { cutText } from '@/lib/cut-text';
import type { FieldMessage } from '@/lib/failure';
import { isNumber } from '@/lib/report/content/readable-name';
import { z } from '@/lib/schema';
import type { Redaction } from '@/lib/service/redaction';
import { JsonObject } from './json-parts';

/** The messages of a refusal. */
export interface ErrorBody {
  /** The general message. */
  message: string | null;
  /** The messages about fields. `field` is empty if the service does not name the field. */
  fields: FieldMessage[];
}

/** Names at the top level under which services explain a refusal. */
const PLACES = ['message', 'errors', 'error', 'detail'];

/** Names under which an error description has its message, or further descriptions. */
const MESSAGE_NAMES = `message messages msg error errors detail details description reason title
  constraints violations fieldViolations`.split(/\s+/);
/** Names under which an error description has the parameter. */
const FIELD_NAMES = 'field param parameter property attribute path pointer loc source'.split(' ');
/** Names for sent values, links or stack traces in an error description, but not for messages. */
const IGNORED_NAMES = 'value input data ctx context meta links trace stack'.split(' ');

/** The request parameters that a field of a form sets. */
const PARAMETERS = ['url', 'privacy', 'password', 'results'];

const MAX_MESSAGE_LENGTH = 500;
/** Limit for all messages of one answer together, because refusals are stored. */
const MAX_CHARACTERS = 2000;
const MAX_FIELDS = 20;
/** Limit for the values that are read, at any depth. */
const MAX_VALUES = 300;

const Sentence = z.string().check(z.trim(), z.minLength(1));

/**
 * Reads the body of a refusal. The general message is the first text under `message`, `errors`,
 * `error` or `detail`. All texts deeper under these names are grouped by their parameter.
 * @param json the parsed body; undefined if the body is not JSON
 * @param redact called with each text before the text is cut
 */
export function readErrorBody(json: unknown, redact: Redaction = cutText): ErrorBody {
  const body = JsonObject.safeParse(json).data ?? {};
  const values = PLACES.map((name) => body[name]);
  const sentence = (value: unknown) =>
    sentenceOf(value).map((text) => redact(text, MAX_CHARACTERS));
  const [message = null] = values.flatMap(sentence);
  const byField = new Map<string, string[]>();
  let left = MAX_VALUES;

  function collect(value: unknown, field: string): void {
    left -= 1;
    if (left < 0) return;
    for (const [part, about] of partsOf(value, field)) collect(part, about);
    for (const text of sentence(value)) {
      const messages = byField.get(field) ?? [];
      const isKnown = messages.includes(text) || (field === '' && text === message);
      if (!isKnown) byField.set(field, [...messages, text]);
    }
  }

  for (const value of values) if (typeof value === 'object') collect(value, '');
  const fields = [...byField].map(([field, messages]) => ({
    field: PARAMETERS.includes(field) ? field : redact(field, MAX_CHARACTERS),
    messages,
  }));
  return withinBounds({ message, fields: fields.slice(0, MAX_FIELDS) });
}

/** Returns all messages of a refusal as one text; null if there are none. */
export function allMessages({ message, fields }: ErrorBody): string | null {
  const others = fields.flatMap(({ messages }) => messages);
  const words =
    message === null ? others : [message, ...others.filter((one) => !message.includes(one))];
  return words.length === 0 ? null : words.join(' ').slice(0, MAX_CHARACTERS);
}

/**
 * Returns the parts of a list or an object that may contain messages, each with its field. An
 * object either describes one error, or has the messages about each field under the name of the
 * field.
 * @param field field of the value itself; empty if unknown
 */
function partsOf(value: unknown, field: string): [part: unknown, field: string][] {
  if (Array.isArray(value)) return value.slice(0, MAX_FIELDS).map((part) => [part, field]);
  const object = JsonObject.safeParse(value).data ?? {};
  const names = Object.keys(object).slice(0, MAX_FIELDS);
  if (!names.some((name) => MESSAGE_NAMES.includes(name))) {
    const fieldOf = (name: string) => parameter(name) || field || (isNumber(name) ? '' : name);
    return names.map((name) => [object[name], fieldOf(name)]);
  }
  const subject = FIELD_NAMES.map((name) => parameterAt(object[name])).find(Boolean) ?? field;
  return names
    .filter((name) => !FIELD_NAMES.includes(name) && !IGNORED_NAMES.includes(name))
    .filter((name) => MESSAGE_NAMES.includes(name) || isOnParameter(name, object[name]))
    .map((name) => [object[name], parameter(name) || subject]);
}

/** Whether a part is an object, or a text about a parameter that is not a link to documentation. */
function isOnParameter(name: string, part: unknown): boolean {
  if (typeof part !== 'string') return true;
  return parameter(name) !== '' && !/^https?:/i.test(part);
}

/** Returns a parameter name in lower case; empty for any other name. */
function parameter(name: unknown): string {
  const spelt = typeof name === 'string' ? name.toLowerCase() : '';
  return PARAMETERS.includes(spelt) ? spelt : '';
}

/** Returns the parameter at the end of a name, a path or a JSON pointer; empty for none. */
function parameterAt(subject: unknown): string {
  const { pointer, parameter: name } = JsonObject.safeParse(subject).data ?? {};
  const path = pointer ?? name ?? subject;
  const parts = typeof path === 'string' ? path.split(/[/.]/) : path;
  return Array.isArray(parts) ? parameter(parts.at(-1)) : '';
}

function sentenceOf(value: unknown): string[] {
  const { data } = Sentence.safeParse(value);
  return data === undefined ? [] : [data];
}

/** Cuts each text to its limit, and removes the texts beyond the limit of the whole body. */
function withinBounds({ message, fields }: ErrorBody): ErrorBody {
  let left = MAX_CHARACTERS;
  function cut(text: string): string {
    const shortened = cutText(text, Math.min(MAX_MESSAGE_LENGTH, left));
    left -= shortened.length;
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
