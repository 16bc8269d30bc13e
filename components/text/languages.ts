import { i18n } from '#i18n';
import { language, type Words } from './language';

/** The languages with texts, by BCP 47 tag, each with its own name. */
export const LANGUAGE_NAMES = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  ar: 'العربية',
  ja: '日本語',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
} as const;

export type Language = keyof typeof LANGUAGE_NAMES;

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGE_NAMES, text);
}

type Texts = Readonly<Record<string, string>>;

/** Loads the texts of a language, by the path of its file. */
const LOADS = import.meta.glob<Texts>('./locales/*.yml', { import: 'default' });

const loaded = new Map<Language, Words>();

/**
 * Returns the words of a language. For the language on screen, these are the words on screen.
 * @returns null until `loadWords` has loaded the language
 */
export function loadedWords(wanted: Language): Words | null {
  return wanted === language() ? i18n : (loaded.get(wanted) ?? null);
}

/** Loads the texts of a language, because the browser has only the texts of its own language. */
export async function loadWords(wanted: Language): Promise<Words> {
  const words = loadedWords(wanted) ?? createWords(await textsIn(wanted));
  if (words !== i18n) loaded.set(wanted, words);
  return words;
}

async function textsIn(wanted: Language): Promise<Texts> {
  const load = LOADS[`./locales/${wanted.replace('-', '_')}.yml`];
  if (load === undefined) throw new Error(`no texts in ${wanted}`);
  return await load();
}

/** @param texts texts by key, with placeholders such as `$1` */
function createWords(texts: Texts): Words {
  const t = (key: string, values: readonly string[] = []): string =>
    (texts[key] ?? '').replaceAll(/\$(\d)/g, (_, number) => values[Number(number) - 1] ?? '');
  return { t: t as Words['t'] };
}
