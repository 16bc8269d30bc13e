import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseMessagesFile } from '@wxt-dev/i18n/build';

const FOLDER = 'components/text/locales';

/** Only the English file contains descriptions for translators. */
const DESCRIPTION_KEY = /^descriptions\./;
const PLURAL_FORM = /\.(zero|one|two|few|many|other)$/;

/** Locales such as `pt_BR`. */
export const LOCALES = readdirSync(FOLDER).map((file) => file.replace(/\.yml$/, ''));

/** Returns texts by key, such as `popup.title`. English includes descriptions. */
export async function textsOf(locale: string): Promise<Map<string, string>> {
  const messages = await parseMessagesFile(join(FOLDER, `${locale}.yml`));
  const texts = messages.map(
    (one) => [one.key.join('.'), one.type === 'plural' ? '' : one.message] as const,
  );
  // The browser predefines keys that begin with `@@`.
  return new Map(texts.filter(([key]) => !key.startsWith('@@')));
}

/**
 * Returns the English texts of all messages that a language needs. A plural message needs one text
 * for each plural form of the language.
 * @param english the result of `textsOf('en')`
 */
export function englishFor(
  locale: string,
  english: ReadonlyMap<string, string>,
): Map<string, string> {
  const rules = new Intl.PluralRules(locale.replace('_', '-'));
  const forms = rules.resolvedOptions().pluralCategories;
  // In French, for example, `one` means 0 and 1, so the English form ("1 issue") would be wrong.
  const meansOnlyOne = rules.select(1) === 'one' && rules.select(0) !== 'one';
  const needed = new Map<string, string>();
  for (const [key, text] of english) {
    if (DESCRIPTION_KEY.test(key)) continue;
    if (!PLURAL_FORM.test(key)) needed.set(key, text);
    else if (key.endsWith('.other')) {
      const name = key.replace(PLURAL_FORM, '');
      for (const form of forms) {
        const singular = form === 'one' && meansOnlyOne ? english.get(`${name}.one`) : undefined;
        needed.set(`${name}.${form}`, singular || text);
      }
    }
  }
  return needed;
}

/** Returns the English texts of all messages that a language lacks. */
export async function missingTexts(locale: string): Promise<Map<string, string>> {
  const texts = await textsOf(locale);
  const needed = englishFor(locale, await textsOf('en'));
  return new Map([...needed].filter(([key]) => !texts.has(key)));
}
