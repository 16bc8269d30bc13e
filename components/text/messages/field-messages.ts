import { sentences } from '@/components/text/language';
import type { Failure } from '@/lib/failure';

/** The service's words on one field, joined; null where it said none. */
export function fieldMessages(failure: Failure, field: string): string | null {
  if (failure.code !== 'invalid') return null;
  const said = failure.fields.find((candidate) => candidate.field === field);
  return said ? sentences(...said.messages) : null;
}
