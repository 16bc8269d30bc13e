import { z } from '@/lib/schema';

/** Never contains the text, which may be a secret. */
export type ApiKeyProblem = 'empty' | 'unusableCharacters';

/**
 * Rejects characters that an HTTP header cannot contain: `fetch` would throw an error that may
 * quote the key.
 */
export function readApiKey(text: string): { value: string } | { problem: ApiKeyProblem } {
  const trimmed = text.trim().replace(/^bearer(?: +|$)/i, '');
  if (trimmed === '') return { problem: 'empty' };
  if (!/^[\x21-\x7e\xa1-\xff]+$/.test(trimmed)) return { problem: 'unusableCharacters' };
  return { value: trimmed };
}

/** A stored key is valid only if `readApiKey` returns the same text. */
export const ApiKey = z.custom<string>((stored) => {
  if (typeof stored !== 'string') return false;
  const read = readApiKey(stored);
  return 'value' in read && read.value === stored;
});
