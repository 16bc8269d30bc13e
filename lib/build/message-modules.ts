import { join } from 'node:path';
import { missingTexts, textsOf } from './locales';

const LOCALE_FILE = /[\\/]components[\\/]text[\\/]locales[\\/](\w+)\.yml$/;

/** The module that replaces the package `@wxt-dev/i18n` in builds and tests. */
const MESSAGE_LOOKUP = join(import.meta.dirname, '../browser/message-lookup.ts');

/**
 * The Vite plugin for messages. Code can import the texts of a language; a text that is missing is
 * English. A shorter lookup replaces the package, which has a syntax for plural forms that the
 * extension does not use.
 */
export const messageModules = {
  name: 'message-modules',
  enforce: 'pre' as const,
  resolveId(id: string): string | null {
    return id === '@wxt-dev/i18n' ? MESSAGE_LOOKUP : null;
  },
  async load(id: string): Promise<string | null> {
    const [, locale] = LOCALE_FILE.exec(id) ?? [];
    if (locale === undefined) return null;
    const texts = [...(await textsOf(locale)), ...(await missingTexts(locale))];
    const shown = texts.filter(([key]) => !key.startsWith('descriptions.'));
    return `export default ${JSON.stringify(Object.fromEntries(shown))}`;
  },
};
