import { expect, it } from 'vitest';
import { isLanguage, LANGUAGE_NAMES, loadWords } from '@/components/text/languages';
import { englishFor, LOCALES, textsOf } from '@/lib/build/locales';
import { useMessages } from '../../support/messages';

it('LANGUAGE_NAMES has every language with texts', () => {
  const languages = Object.keys(LANGUAGE_NAMES);
  expect(languages.map((language) => language.replace('-', '_')).toSorted()).toEqual(
    LOCALES.toSorted(),
  );
});

it.each(Object.keys(LANGUAGE_NAMES).filter(isLanguage))(
  'loadWords returns a text for each key in %s, if need be in English',
  async (language) => {
    await useMessages(language === 'en' ? 'de' : 'en');
    const words = await loadWords(language);
    const english = await textsOf('en');
    for (const key of englishFor(language.replace('-', '_'), english).keys()) {
      expect(words.t(key as 'extension.name'), key).not.toBe('');
    }
  },
);
