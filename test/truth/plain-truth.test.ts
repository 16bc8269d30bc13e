import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

/** Files with the second computation, and the modules that they may import. */
const ALLOWED = {
  'plain-truth.ts': ['./client-histories'],
  'client-histories.ts': ['fast-check'],
  'texts.ts': ['../support/locale-texts'],
};

it.each(Object.entries(ALLOWED))('%s imports no code that it checks', async (file, allowed) => {
  const source = await readFile(`test/truth/${file}`, 'utf8');
  const imported = [...source.matchAll(/from '(.+?)'|import\('(.+?)'\)/g)].map(
    ([, name, loaded]) => name ?? loaded,
  );
  expect(imported).toEqual(allowed);
});
