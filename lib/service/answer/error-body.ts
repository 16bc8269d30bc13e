import { cutText } from '@/lib/cut-text';
import type { FieldMessage } from '@/lib/failure';
import { z } from '@/lib/schema';
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

const LONGEST_MESSAGE = 500;
/** Of all the words of one answer, since refusals are stored. */
const MOST_CHARACTERS = 2000;
const MOST_FIELDS = 20;

const Sentence = z.string().check(z.trim(), z.minLength(1));

/**
 * Reads the body of a refusal: under `message`, `errors`, `error` or `detail` the first sentence, and
 * the first list of sentences or sentences by field.
 * @param json the parsed body, undefined where it was no JSON
 */
export function readErrorBody(json: unknown): ErrorBody {
  const body = JsonObject.safeParse(json).data ?? {};
  const said = PLACES.map((name) => body[name]);
  const [message = null] = said.flatMap(sentence);
  const further = said.find((one) => typeof one === 'object' && one !== null);
  return withinBounds({ message, fields: byField(further ?? []) });
}

/** All that a refusal says, as one text; null where it says nothing. */
export function allWords({ message, fields }: ErrorBody): string | null {
  const others = fields.flatMap(({ messages }) => messages);
  const words =
    message === null ? others : [message, ...others.filter((one) => !message.includes(one))];
  return words.length === 0 ? null : words.join(' ').slice(0, MOST_CHARACTERS);
}

function byField(errors: object): FieldMessage[] {
  if (Array.isArray(errors)) return [{ field: '', messages: sentences(errors) }];
  return Object.keys(errors)
    .slice(0, MOST_FIELDS)
    .map((field) => ({ field, messages: sentences(Reflect.get(errors, field)) }));
}

/** One sentence, or a list of them. */
function sentences(said: unknown): string[] {
  return Array.isArray(said) ? said.slice(0, MOST_FIELDS).flatMap(sentence) : sentence(said);
}

function sentence(said: unknown): string[] {
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
