import { fakeBrowser } from 'wxt/testing';
import { textsOf } from '../e2e/translation';

/** Has messages say what they say in a language, as the browser fills them in. */
export async function useMessages(locale: string): Promise<void> {
  const texts = await textsOf(locale);
  fakeBrowser.i18n.getMessage = (key: string, filledIn: string | string[] = []) => {
    const parts = [filledIn].flat();
    const text = texts.get(key.replaceAll('_', '.')) ?? texts.get(key) ?? '';
    return text.replace(/\$(\d)/g, (_, place) => parts[Number(place) - 1] ?? '');
  };
}
