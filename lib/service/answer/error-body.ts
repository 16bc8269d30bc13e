import { cutText } from '@/lib/cut-text';
import type { FieldMessage } from '@/lib/failure';
import { isNumber } from '@/lib/report/content/readable-name';
import { z } from '@/lib/schema';
import type { Redaction } from '@/lib/service/redaction';
import { JsonObject } from './json-parts';

/** What a service says with a refusal. */
export interface ErrorBody {
  /** What it says in general. */
  message: string | null;
  /** What it says of single fields; `field` is empty where it does not tell which. */
  fields: FieldMessage[];
}

/** Where services say why they refuse. */
const PLACES = ['message', 'errors', 'error', 'detail'];

/** What frameworks call the words in the description of an error, and what holds further ones. */
const WORDS = `message messages msg error errors detail details description reason title
  constraints violations fieldViolations`.split(/\s+/);
/** What they call the parameter that a description is about. */
const SUBJECTS = 'field param parameter property attribute path pointer loc source'.split(' ');
/** What else a description may hold, which is no word of the service: what was sent, and traces. */
const OTHERS = 'value input data ctx context meta links trace stack'.split(' ');

/** The parameters that are fields of a form. */
const PARAMETERS = ['url', 'privacy', 'password', 'results'];

const LONGEST_MESSAGE = 500;
/** Of all the words of one answer, since refusals are stored. */
const MOST_CHARACTERS = 2000;
const MOST_FIELDS = 20;
/** So many values are looked at in all, however deep they are. */
const MOST_VALUES = 300;

const Sentence = z.string().check(z.trim(), z.minLength(1));

/**
 * Reads the body of a refusal: under `message`, `errors`, `error` or `detail` the first sentence, and
 * all sentences deeper in these, by the parameters that they are about.
 * @param json the parsed body, undefined where it was no JSON
 * @param redact is called with each sentence before the sentence is cut
 */
export function readErrorBody(json: unknown, redact: Redaction = cutText): ErrorBody {
  const body = JsonObject.safeParse(json).data ?? {};
  const said = PLACES.map((name) => body[name]);
  const sentence = (value: unknown) =>
    sentenceOf(value).map((text) => redact(text, MOST_CHARACTERS));
  const [message = null] = said.flatMap(sentence);
  const byField = new Map<string, string[]>();
  let left = MOST_VALUES;

  function collect(value: unknown, field: string): void {
    left -= 1;
    if (left < 0) return;
    for (const [part, about] of partsOf(value, field)) collect(part, about);
    for (const text of sentence(value)) {
      const messages = byField.get(field) ?? [];
      const isSaid = messages.includes(text) || (field === '' && text === message);
      if (!isSaid) byField.set(field, [...messages, text]);
    }
  }

  for (const place of said) if (typeof place === 'object') collect(place, '');
  const fields = [...byField].map(([field, messages]) => ({
    field: PARAMETERS.includes(field) ? field : redact(field, MOST_CHARACTERS),
    messages,
  }));
  return withinBounds({ message, fields: fields.slice(0, MOST_FIELDS) });
}

/** All that a refusal says, as one text; null where it says nothing. */
export function allWords({ message, fields }: ErrorBody): string | null {
  const others = fields.flatMap(({ messages }) => messages);
  const words =
    message === null ? others : [message, ...others.filter((one) => !message.includes(one))];
  return words.length === 0 ? null : words.join(' ').slice(0, MOST_CHARACTERS);
}

/**
 * The parts of a list or an object that may hold words, and the field that each is about. An object
 * describes one error, or has the words on each field under its name.
 * @param field what the value is about, as far as that is known; empty where it is not
 */
function partsOf(value: unknown, field: string): [part: unknown, field: string][] {
  if (Array.isArray(value)) return value.slice(0, MOST_FIELDS).map((part) => [part, field]);
  const object = JsonObject.safeParse(value).data ?? {};
  const names = Object.keys(object).slice(0, MOST_FIELDS);
  if (!names.some((name) => WORDS.includes(name))) {
    const fieldOf = (name: string) => parameter(name) || field || (isNumber(name) ? '' : name);
    return names.map((name) => [object[name], fieldOf(name)]);
  }
  const subject = SUBJECTS.map((name) => parameterAt(object[name])).find(Boolean) ?? field;
  return names
    .filter((name) => !SUBJECTS.includes(name) && !OTHERS.includes(name))
    .filter((name) => WORDS.includes(name) || isOnParameter(name, object[name]))
    .map((name) => [object[name], parameter(name) || subject]);
}

/** Whether a part of a description goes deeper, or is a text on a parameter and no link to a manual. */
function isOnParameter(name: string, part: unknown): boolean {
  if (typeof part !== 'string') return true;
  return parameter(name) !== '' && !/^https?:/i.test(part);
}

/** A parameter in its own spelling; empty for any other name. */
function parameter(name: unknown): string {
  const spelt = typeof name === 'string' ? name.toLowerCase() : '';
  return PARAMETERS.includes(spelt) ? spelt : '';
}

/** The parameter that a name, a path or a pointer ends with. */
function parameterAt(subject: unknown): string {
  const { pointer, parameter: name } = JsonObject.safeParse(subject).data ?? {};
  const path = pointer ?? name ?? subject;
  const parts = typeof path === 'string' ? path.split(/[/.]/) : path;
  return Array.isArray(parts) ? parameter(parts.at(-1)) : '';
}

function sentenceOf(said: unknown): string[] {
  const { data } = Sentence.safeParse(said);
  return data === undefined ? [] : [data];
}

/** The same with each text cut where it is long, and without those beyond the whole's limit. */
function withinBounds({ message, fields }: ErrorBody): ErrorBody {
  let left = MOST_CHARACTERS;
  function cut(text: string): string {
    const kept = cutText(text, Math.min(LONGEST_MESSAGE, left));
    left -= kept.length;
    return kept;
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
