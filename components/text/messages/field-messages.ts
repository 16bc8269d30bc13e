import { sentences } from '@/components/text/language';
import type { Failure } from '@/lib/failure';

/** Returns the service's words about a field. Null if there are none. */
export function fieldMessages(failure: Failure, field: string): string | null {
  if (failure.code !== 'invalid') return null;
  const said = failure.fields.find((candidate) => candidate.field === field);
  return said ? sentences(...said.messages) : null;
}
