import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Limits that every store accepts, in characters. */
const LONGEST = { name: 45, summary: 132, description: 10_000 };

const read = (path: string) => readFileSync(path, 'utf8');
const messagesOf = (locale: string) =>
  JSON.parse(read(`.output/chrome-mv3/_locales/${locale}/messages.json`));
const manifest = JSON.parse(read('.output/chrome-mv3/manifest.json'));

it('there is a store listing in every language of the extension', () => {
  const listings = readdirSync('test/store/listings').map((file) => file.replace(/\.md$/, ''));
  expect(listings.toSorted()).toEqual(readdirSync('.output/chrome-mv3/_locales').toSorted());
});

describe.each(readdirSync('.output/chrome-mv3/_locales'))('the store listing in %s', (locale) => {
  it('has the name and summary of the extension, and fits into every store', () => {
    const [name = '', summary = '', ...rest] = read(`test/store/listings/${locale}.md`).split(
      '\n\n',
    );
    const { extension_name, extension_description } = messagesOf(locale);
    expect(name).toBe(`# ${extension_name.message}`);
    expect(summary).toBe(extension_description.message);
    const description = rest.join('\n\n').trim();
    expect(description).toMatch(/^• /m);
    const lengths = {
      name: name.length - 2,
      summary: summary.length,
      description: description.length,
    };
    for (const [part, length] of Object.entries(lengths)) {
      expect(length, part).toBeLessThanOrEqual(LONGEST[part as keyof typeof LONGEST]);
    }
  });
});

it('the README for the stores gives a reason for each permission of the manifest, and no other reasons', () => {
  const table = read('test/store/README.md').matchAll(/^\| (`.*?)(?: \(optional\))? \| .+\. \|$/gm);
  const explained = [...table].flatMap(([, names = '']) => names.match(/[^`, ]+/g) ?? []);
  const { permissions, optional_permissions, optional_host_permissions } = manifest;
  const requested = [...permissions, ...optional_permissions, ...optional_host_permissions];
  expect(explained.toSorted()).toEqual(requested.toSorted());
});
