import { missingTexts, textsOf as ownTextsOf } from '@/lib/build/locales';

/** The texts that the extension shows in a language, by their keys: those that it lacks are English. */
export async function textsOf(locale: string): Promise<Map<string, string>> {
  return new Map([...(await ownTextsOf(locale)), ...(await missingTexts(locale))]);
}
