import { missingTexts, textsOf as ownTextsOf } from '@/lib/build/locales';

/** Returns the texts that the extension shows in a language, by key. Missing texts are English. */
export async function textsOf(locale: string): Promise<Map<string, string>> {
  return new Map([...(await ownTextsOf(locale)), ...(await missingTexts(locale))]);
}
