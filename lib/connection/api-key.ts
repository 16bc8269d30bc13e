import { z } from '@/lib/schema';

/** Why a text cannot be an API key. Never contains the text, which may be a secret. */
export type ApiKeyProblem = 'empty' | 'unusableCharacters';

/**
 * Reads the API key field, without surrounding white space and a leading `Bearer`. Rejects
 * characters that an HTTP header cannot contain, because `fetch` would throw an error that may
 * quote the key.
 */
export function readApiKey(text: string): { value: string } | { problem: ApiKeyProblem } {
  const trimmed = text.trim().replace(/^bearer(?: +|$)/i, '');
  if (trimmed === '') return { problem: 'empty' };
  if (!/^[\x21-\x7e\xa1-\xff]+$/.test(trimmed)) return { problem: 'unusableCharacters' };
  return { value: trimmed };
}

/** A schema for a stored key. The value is one that `readApiKey` returns. */
export const ApiKey = z.custom<string>((stored) => {
  if (typeof stored !== 'string') return false;
  const read = readApiKey(stored);
  return 'value' in read && read.value === stored;
});
