import type { FieldMessage } from '@/lib/failure';
import { isObject, partOf } from './json-object';

/** What a service says with a refusal. */
export interface Complaint {
  message: string | null;
  fields: FieldMessage[];
}

const LONGEST_MESSAGE = 500;
const MOST_FIELDS = 20;

/**
 * Reads the body of a refusal, whatever its shape: a sentence under `message`, `error` or
 * `detail`, sentences per field under `errors`.
 * @param json the parsed body, undefined where it was no JSON
 */
export function readComplaint(json: unknown): Complaint {
  const error = partOf(json, 'error');
  const message =
    sentence(partOf(json, 'message')) ??
    sentence(error) ??
    sentence(partOf(error, 'message')) ??
    sentence(partOf(json, 'detail')) ??
    sentence(partOf(json, 'title'));
  return { message, fields: fieldMessages(partOf(json, 'errors')) };
}

function fieldMessages(errors: unknown): FieldMessage[] {
  if (!isObject(errors)) return [];
  return Object.entries(errors)
    .slice(0, MOST_FIELDS)
    .map(([name, said]) => ({ field: name.slice(0, LONGEST_MESSAGE), messages: sentences(said) }))
    .filter(({ messages }) => messages.length > 0);
}

function sentences(said: unknown): string[] {
  const list = Array.isArray(said) ? said.slice(0, MOST_FIELDS) : [said];
  return list.map(sentence).filter((text) => text !== null);
}

function sentence(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  return value.trim().slice(0, LONGEST_MESSAGE);
}
