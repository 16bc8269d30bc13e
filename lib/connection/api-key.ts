import { z } from '@/lib/schema';

/** Contains no part of the key, which is a secret. */
export type ApiKeyProblem = 'empty' | 'unusableCharacters';

/**
 * Rejects characters that an HTTP header cannot contain. For such characters, `fetch` throws an
 * error that may quote the key.
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
  const parsed = readApiKey(stored);
  return 'value' in parsed && parsed.value === stored;
});
