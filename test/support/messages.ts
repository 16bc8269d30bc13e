import { fakeBrowser } from 'wxt/testing';
import { textsOf } from './locale-texts';

export async function useMessages(locale: string): Promise<void> {
  const byKey = await textsOf(locale);
  const texts = new Map([...byKey].map(([key, text]) => [key.replaceAll('.', '_'), text]));
  fakeBrowser.i18n.getMessage = (key: string, placeholders: string | string[] = []) => {
    const values = [placeholders].flat();
    const text = texts.get(key) ?? '';
    return text.replace(/\$(\d)/g, (_, number) => values[Number(number) - 1] ?? '');
  };
}
