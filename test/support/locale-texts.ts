import { parseMessagesFile } from '@wxt-dev/i18n/build';

/** The texts of a language by their keys. */
export async function textsOf(locale: string): Promise<Map<string, string>> {
  const messages = await parseMessagesFile(`components/text/locales/${locale}.yml`);
  return new Map(
    messages.map((one) => [one.key.join('.'), one.type === 'plural' ? '' : one.message]),
  );
}
