import { missingTexts, textsOf as translatedTextsOf } from '@/lib/build/locales';

/** Returns the texts of a language, by key. Texts that are missing in the language are English. */
export async function textsOf(locale: string): Promise<Map<string, string>> {
  return new Map([...(await translatedTextsOf(locale)), ...(await missingTexts(locale))]);
}
