import { parseMessagesFile } from '@wxt-dev/i18n/build';
import { expect, it } from 'vitest';

const parsed = await parseMessagesFile('components/text/locales/en.yml');

/** The texts of the locale file by their keys, all forms of a plural as one. */
const texts = new Map(
  parsed.map((message) => [
    message.key.join('.'),
    message.type === 'plural' ? Object.values(message.plurals).join(' ') : message.message,
  ]),
);

const DESCRIPTIONS = 'descriptions.';

/** The placeholders of a text or its description, each once. */
const placeholdersIn = (text = '') => [...new Set(text.match(/\$\d/g))].sort();

it('translators are told what stands in each placeholder, and of none that is not there', () => {
  const all = [...texts].filter(([, text]) => placeholdersIn(text).length > 0);
  const messages = all.filter(([key]) => !key.startsWith(DESCRIPTIONS));
  const described = [...texts].filter(([key]) => key.startsWith(DESCRIPTIONS));
  const wanted = messages.map(([key, text]) => [DESCRIPTIONS + key, placeholdersIn(text)]);
  const found = described.map(([key, text]) => [key, text.match(/\$\d(?=: )/g)]);
  expect(found.toSorted()).toEqual(wanted.toSorted());
});

// A plural is split into its forms when its placeholders are filled in, wherever ` | ` stands.
it('nothing but the number stands in a plural', () => {
  for (const { key, type } of parsed) {
    const text = texts.get(key.join('.'));
    if (type !== 'plural' || !text?.includes('$')) continue;
    expect(placeholdersIn(text), text).toEqual(['$1']);
    expect(texts.get(DESCRIPTIONS + key.join('.'))).toMatch(/^\$1: how many [^$]+$/);
  }
});
