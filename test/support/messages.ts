import { fakeBrowser } from 'wxt/testing';
import { textsOf } from './locale-texts';

const messagesByLocale = new Map<string, Promise<Map<string, string>>>();

/** Reads the messages of a language once for each test file, by the keys of `getMessage`. */
function messagesOf(locale: string): Promise<Map<string, string>> {
  const messages = messagesByLocale.get(locale) ?? readMessagesOf(locale);
  messagesByLocale.set(locale, messages);
  return messages;
}

async function readMessagesOf(locale: string): Promise<Map<string, string>> {
  const texts = await textsOf(locale);
  return new Map([...texts].map(([key, text]) => [key.replaceAll('.', '_'), text]));
}

export async function useMessages(locale: string): Promise<void> {
  const texts = await messagesOf(locale);
  fakeBrowser.i18n.getMessage = (key: string, placeholders: string | string[] = []) => {
    const values = [placeholders].flat();
    const text = texts.get(key) ?? '';
    return text.replace(/\$(\d)/g, (_, number) => values[Number(number) - 1] ?? '');
  };
}
