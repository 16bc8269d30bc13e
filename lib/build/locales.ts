import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseMessagesFile } from '@wxt-dev/i18n/build';

const FOLDER = 'components/text/locales';

/** Keys of the descriptions for translators, which only the English file has. */
const DESCRIPTIONS = /^descriptions\./;
/** The plural form at the end of a key. */
const FORM = /\.(zero|one|two|few|many|other)$/;

/** The names of the locale files, without extension, such as `pt_BR`. */
export const LOCALES = readdirSync(FOLDER).map((file) => file.replace(/\.yml$/, ''));

/**
 * Returns the texts of a locale file by key, such as `popup.title`. English includes descriptions.
 */
export async function textsOf(locale: string): Promise<Map<string, string>> {
  const messages = await parseMessagesFile(join(FOLDER, `${locale}.yml`));
  const texts = messages.map(
    (one) => [one.key.join('.'), one.type === 'plural' ? '' : one.message] as const,
  );
  // Keys that begin with @@ are predefined by the browser.
  return new Map(texts.filter(([key]) => !key.startsWith('@@')));
}

/**
 * Returns the texts that a language needs, in English. A plural message appears once for each
 * plural form of the language. English has only `one` and `other`.
 */
export function englishFor(locale: string, english: ReadonlyMap<string, string>) {
  const rules = new Intl.PluralRules(locale.replace('_', '-'));
  const forms = rules.resolvedOptions().pluralCategories;
  // The form `one` of French covers 0 and 1, so "1 issue" does not fit.
  const oneIsOne = rules.select(1) === 'one' && rules.select(0) !== 'one';
  const needed = new Map<string, string>();
  for (const [key, text] of english) {
    if (DESCRIPTIONS.test(key)) continue;
    if (!FORM.test(key)) needed.set(key, text);
    else if (key.endsWith('.other')) {
      const name = key.replace(FORM, '');
      for (const form of forms) {
        const isOne = form === 'one' && oneIsOne;
        needed.set(`${name}.${form}`, (isOne && english.get(`${name}.one`)) || text);
      }
    }
  }
  return needed;
}

/** Returns the texts that a language lacks, in English, by key. */
export async function missingTexts(locale: string): Promise<Map<string, string>> {
  const own = await textsOf(locale);
  const needed = englishFor(locale, await textsOf('en'));
  return new Map([...needed].filter(([key]) => !own.has(key)));
}
