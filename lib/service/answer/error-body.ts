import { cutText } from '@/lib/cut-text';
import type { FieldMessage } from '@/lib/failure';
import { z } from '@/lib/schema';
import { fieldName, parameterName } from './field-name';
import { JsonArray, JsonObject, topOrUnder, under } from './json-parts';

/** What a service says with a refusal. */
export interface ErrorBody {
  /** What it says in general. */
  message: string | null;
  /** What it says of single fields; `field` is empty where it does not tell which. */
  fields: FieldMessage[];
}

const LONGEST_MESSAGE = 500;
/** Of all the words of one answer, since refusals are stored. */
const MOST_CHARACTERS = 2000;
const MOST_FIELDS = 20;

const Sentence = z.string().check(z.trim(), z.minLength(1));

const Message = z.union([
  under('message', Sentence),
  under('error', topOrUnder(['message'], Sentence)),
  under('detail', Sentence),
  under('title', Sentence),
]);

/** One of several errors: a sentence, or an object with one. */
const ErrorEntry = z.union([
  Sentence,
  ...['message', 'msg', 'detail', 'title', 'error'].map((name) => under(name, Sentence)),
]);

const Errors = topOrUnder(['error'], under('errors', z.union([JsonArray, JsonObject])));
/** Some validators have their errors where others have a sentence. */
const ErrorList = z.union([Errors, under('message', JsonObject), under('detail', JsonArray)]);

/**
 * Reads the body of a refusal, whatever its shape: a sentence under `message`, `error`, or the
 * `detail` or `title` of RFC 9457; and under `errors` or `message` sentences per field; under
 * `errors` also a list of sentences, or of objects that name their field.
 * @param json the parsed body, undefined where it was no JSON
 */
export function readErrorBody(json: unknown): ErrorBody {
  const fields = byField(ErrorList.safeParse(json).data ?? []);
  return withinBounds({ message: Message.safeParse(json).data ?? null, fields });
}

/** All that a refusal says, as one text; null where it says nothing. */
export function allWords({ message, fields }: ErrorBody): string | null {
  const others = fields.flatMap(({ messages }) => messages);
  const words =
    message === null ? others : [message, ...others.filter((one) => !message.includes(one))];
  return words.length === 0 ? null : words.join(' ').slice(0, MOST_CHARACTERS);
}

function byField(errors: unknown[] | JsonObject): FieldMessage[] {
  const named: [field: string, said: unknown][] = Array.isArray(errors)
    ? errors.slice(0, MOST_FIELDS).map((entry) => [fieldName(entry), entry])
    : Object.keys(errors)
        .slice(0, MOST_FIELDS)
        .map((name) => [parameterName(name), errors[name]]);
  const fields = new Map<string, string[]>();
  for (const [field, said] of named) {
    const messages = sentences(said);
    if (messages.length > 0) fields.set(field, [...(fields.get(field) ?? []), ...messages]);
  }
  return [...fields].map(([field, messages]) => ({ field, messages }));
}

/** One sentence, or a list of them. */
function sentences(said: unknown): string[] {
  const list = Array.isArray(said) ? said.slice(0, MOST_FIELDS) : [said];
  return list.flatMap((entry) => ErrorEntry.safeParse(entry).data ?? []);
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
