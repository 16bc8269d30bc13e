import type { FieldMessage } from '@/lib/failure';
import { z } from '@/lib/schema';
import { JsonObject, topOrUnder, under } from './envelope';

/** What a service says with a refusal. */
export interface ErrorBody {
  message: string | null;
  fields: FieldMessage[];
}

const LONGEST_MESSAGE = 500;
const MOST_FIELDS = 20;

const shortened = z.overwrite<string>((text) => text.slice(0, LONGEST_MESSAGE));
const Sentence = z.string().check(z.trim(), z.minLength(1), shortened);

const Message = z.union([
  under('message', Sentence),
  under('error', topOrUnder(['message'], Sentence)),
  under('detail', Sentence),
  under('title', Sentence),
]);

const FieldErrors = under('errors', JsonObject);

/**
 * Reads the body of a refusal, whatever its shape: a sentence under `message`, `error` or
 * `detail`, sentences per field under `errors`.
 * @param json the parsed body, undefined where it was no JSON
 */
export function readErrorBody(json: unknown): ErrorBody {
  const errors = Object.entries(FieldErrors.safeParse(json).data ?? {});
  const fields = errors
    .slice(0, MOST_FIELDS)
    .map(([name, said]) => ({ field: name.slice(0, LONGEST_MESSAGE), messages: sentences(said) }))
    .filter(({ messages }) => messages.length > 0);
  return { message: Message.safeParse(json).data ?? null, fields };
}

/** One sentence, or a list of them. */
function sentences(said: unknown): string[] {
  const list = [said].flat().slice(0, MOST_FIELDS);
  return list.flatMap((text) => Sentence.safeParse(text).data ?? []);
}
