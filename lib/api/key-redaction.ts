import type { Failure } from '@/lib/model/failure';
import type { PlainField } from '@/lib/model/plain-field';

/** Stands where a service quoted the key back at us. */
const BLANK = '•••';

/** The failure with the key taken out of the service's words. */
export function redactFailure(failure: Failure, apiKey: string): Failure {
  const redact = (text: string) => text.replaceAll(apiKey, BLANK);
  const spoken =
    'message' in failure && failure.message !== null
      ? { ...failure, message: redact(failure.message) }
      : failure;
  if (spoken.code !== 'invalid') return spoken;
  const fields = spoken.fields.map(({ field, messages }) => ({
    field,
    messages: messages.map(redact),
  }));
  return { ...spoken, fields };
}

/** The fields with the key taken out of their texts: an account may show its own key. */
export function redactFields(fields: PlainField[], apiKey: string): PlainField[] {
  return fields.map(({ path, text }) => ({ path, text: text.replaceAll(apiKey, BLANK) }));
}
