import { z } from '@/lib/schema';

/** Why a text cannot be an API key. The text itself is never part of a problem. */
export type ApiKeyProblem = 'empty' | 'unusableCharacters';

/**
 * Reads the API key field, without the spaces around it or the word `Bearer` copied along. Only what an HTTP header can carry
 * passes: `fetch` refuses the rest with a message that may quote the key.
 */
export function readApiKey(text: string): { value: string } | { problem: ApiKeyProblem } {
  const trimmed = text.trim().replace(/^bearer(?: +|$)/i, '');
  if (trimmed === '') return { problem: 'empty' };
  if (!/^[\x21-\x7e\xa1-\xff]+$/.test(trimmed)) return { problem: 'unusableCharacters' };
  return { value: trimmed };
}

/** A stored key: what `readApiKey` has let through. */
export const ApiKey = z.custom<string>((stored) => {
  if (typeof stored !== 'string') return false;
  const read = readApiKey(stored);
  return 'value' in read && read.value === stored;
});
