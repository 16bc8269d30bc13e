import { parseMessagesFile } from '@wxt-dev/i18n/build';
import { fakeBrowser } from 'wxt/testing';

/** Has messages say what they say in a language, as the browser fills them in. */
export async function useMessages(locale: string): Promise<void> {
  const messages = await parseMessagesFile(`components/text/locales/${locale}.yml`);
  const texts = new Map(
    messages.map((message) => [
      message.key.join('_'),
      message.type === 'plural' ? '' : message.message,
    ]),
  );
  fakeBrowser.i18n.getMessage = (key: string, filledIn: string | string[] = []) => {
    const parts = [filledIn].flat();
    const text = texts.get(key) ?? '';
    return text.replace(/\$(\d)/g, (_, place) => parts[Number(place) - 1] ?? '');
  };
}
