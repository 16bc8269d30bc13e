import { parseMessagesFile } from '@wxt-dev/i18n/build';
import { describe, expect, it } from 'vitest';

const parsed = await parseMessagesFile('components/text/locales/en.yml');

/** The texts of the locale file by their keys, all forms of a plural as one. */
const texts = new Map(
  parsed.map((message) => [
    message.key.join('.'),
    message.type === 'plural' ? Object.values(message.plurals).join(' ') : message.message,
  ]),
);

const DESCRIPTIONS = 'descriptions.';

/** The keys of messages with a placeholder, and the placeholders of each. */
const placeholders = [...texts]
  .filter(([key]) => !key.startsWith(DESCRIPTIONS))
  .map(([key, text]) => [key, [...new Set(text.match(/\$\d/g))].sort()] as const)
  .filter(([, found]) => found.length > 0);

const plurals = parsed
  .filter((message) => message.type === 'plural')
  .map((message) => [message.key.join('.'), Object.values(message.plurals).join('\n')] as const);

describe('the locale file', () => {
  it.each(placeholders)('tells translators what stands in %s', (key, found) => {
    const described = texts.get(DESCRIPTIONS + key)?.match(/\$\d(?=: )/g);
    expect(described).toEqual(found);
  });

  it.each(plurals)('puts nothing but the number into the plural %s', (key, text) => {
    // A plural is split into its forms when its placeholders are filled in, wherever ` | ` stands.
    expect([...new Set(text.match(/\$\d/g))]).toEqual(text.includes('$') ? ['$1'] : []);
    if (text.includes('$')) expect(texts.get(DESCRIPTIONS + key)).toMatch(/^\$1: how many [^$]+$/);
  });

  it('describes nothing that is not there', () => {
    const described = [...texts.keys()].filter((key) => key.startsWith(DESCRIPTIONS));
    const keys = described.map((key) => key.slice(DESCRIPTIONS.length));
    expect(keys.toSorted()).toEqual(placeholders.map(([key]) => key).toSorted());
  });
});
