import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseMessagesFile } from '@wxt-dev/i18n/build';

const FOLDER = 'components/text/locales';

/** What the English file says under `descriptions`, for translators. */
const DESCRIPTIONS = /^descriptions\./;
/** What the key of a message ends with that is one form of several. */
const FORM = /\.(zero|one|two|few|many|other)$/;

/** The names of the languages' files, such as `pt_BR`. */
export const LOCALES = readdirSync(FOLDER).map((file) => file.replace(/\.yml$/, ''));

/** The texts that a language's file has, by their keys, such as `popup.title`; the English descriptions as well. */
export async function textsOf(locale: string): Promise<Map<string, string>> {
  const messages = await parseMessagesFile(join(FOLDER, `${locale}.yml`));
  const texts = messages.map(
    (one) => [one.key.join('.'), one.type === 'plural' ? '' : one.message] as const,
  );
  // Those that begin with @@ are the browser's.
  return new Map(texts.filter(([key]) => !key.startsWith('@@')));
}

/**
 * All texts that a language needs, in English: a message about a number of things once for each plural
 * form of that language, of which English has `one` and `other` alone.
 */
export function englishFor(locale: string, english: ReadonlyMap<string, string>) {
  const rules = new Intl.PluralRules(locale.replace('_', '-'));
  const forms = rules.resolvedOptions().pluralCategories;
  // French has one form for 0 and 1, for which "1 issue" will not do.
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

/** The texts that a language lacks, by their keys, as English has them. */
export async function missingTexts(locale: string): Promise<Map<string, string>> {
  const own = await textsOf(locale);
  const needed = englishFor(locale, await textsOf('en'));
  return new Map([...needed].filter(([key]) => !own.has(key)));
}
