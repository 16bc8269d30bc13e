import { beforeEach, describe, expect, it, vi } from 'vitest';
import { drawReports } from '../../../support/reports-view';
import { one, press, says, saysNoMore, type, useEnglish } from '../../../support/view';
import { waitUntil } from '../../../support/wait-until';

const readers = vi.hoisted(() => ({ areAvailable: false }));
const loadReader = vi.hoisted(() => async (load: () => Promise<object>) => {
  if (!readers.areAvailable) throw new Error('The file is not available.');
  return await load();
});
vi.mock('@/lib/import/formats', loadReader);
vi.mock('@/lib/import/linked-text', loadReader);

beforeEach(useEnglish);
beforeEach(() => {
  readers.areAvailable = false;
});

async function openForm(): Promise<HTMLTextAreaElement> {
  await drawReports();
  await press('Report many pages');
  return (await one('textbox', 'Addresses')) as HTMLTextAreaElement;
}

/** Pastes or drops data onto an element. */
function transfer(kind: 'paste' | 'drop', target: Element, data: object): void {
  const event = new Event(kind, { bubbles: true, cancelable: true });
  target.dispatchEvent(Object.assign(event, { clipboardData: data, dataTransfer: data }));
}

const LINK = {
  types: ['text/plain', 'text/html'],
  files: [],
  getData: (type: string) =>
    type === 'text/html' ? '<a href="https://shop.example/">Our shop</a>' : 'Our shop',
};

// A loaded module stays loaded, so each test needs a module that no earlier test has loaded.
describe('if the code that reads sources cannot be loaded', () => {
  it('Preview and a drop of files show the failure, and Try again reads the files', async () => {
    const field = await openForm();
    await type('Addresses', 'https://shop.example/');
    await press('Preview');
    await says("This couldn't be read.");
    await type('Addresses', '');
    await saysNoMore("couldn't be read");
    const file = new File(['https://one.example/ https://two.example/'], 'pages.txt');
    transfer('drop', field, { types: ['Files'], files: [file], getData: () => '' });
    await says("This couldn't be read.");
    readers.areAvailable = true;
    await press('Try again');
    await one('button', 'Create 2 reports');
    await saysNoMore("couldn't be read");
  });

  it('pasted and dropped links insert their text, and a message names the missing links', async () => {
    const field = await openForm();
    for (const kind of ['paste', 'drop'] as const) {
      await type('Addresses', '');
      await saysNoMore("couldn't be read");
      transfer(kind, field, LINK);
      await says("The links in this text couldn't be read.");
      expect(field.value).toBe('Our shop');
    }
    readers.areAvailable = true;
    transfer('paste', field, LINK);
    await waitUntil(() => expect(field.value).toContain('https://shop.example/'));
    await saysNoMore("couldn't be read");
  });
});
