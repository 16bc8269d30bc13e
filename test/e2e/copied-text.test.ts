import { expect, it } from 'vitest';
import { byRole, type Screen, until, useService } from './app';
import { openClient, openProblem, openReports } from './reports-screen';

const CLIENT = 'mill.example';

useService({
  reports: ['a', 'b'].map((path) => ({
    url: `https://${CLIENT}/${path}`,
    generated_at: '2026-01-05T10:00:00.000Z',
    score: 60,
    failing: ['noindex'],
    privacy: 0 as const,
  })),
});

/** The formats of a copy, by media type. */
type Copy = Record<string, string>;

/**
 * Records the copies of a page, because headless browsers discard copies. Returns a function that waits
 * for a number of copies, and returns all.
 */
async function recordFormats(page: Screen): Promise<(count: number) => Promise<Copy[]>> {
  const copies = await page.evaluateHandle(() => {
    const recorded: Record<string, string>[] = [];
    navigator.clipboard.write = async ([item]) => {
      if (item === undefined) return;
      const formats = item.types.map(async (type) => {
        const blob = await item.getType(type);
        return [type, await blob.text()] as const;
      });
      recorded.push(Object.fromEntries(await Promise.all(formats)));
    };
    return recorded;
  });
  return async (count) => {
    const isRecorded = async () => (await copies.evaluate(({ length }) => length)) >= count;
    await until(`${count} copies are recorded`, isRecorded);
    return copies.jsonValue();
  };
}

async function openMill(): Promise<Screen> {
  const page = await openReports(2);
  await openClient(page, CLIENT, 2);
  return page;
}

const textIn = (page: Screen) => page.$$eval('.copied-text pre', ([text]) => text?.textContent);

it('View writes a copied summary in German, now and for later copies', async () => {
  const page = await openMill();
  const copies = await recordFormats(page);
  await page.press('Copy summary');
  const [english] = await copies(1);
  expect(english?.['text/plain']).toContain('2 pages: ');
  await page.press('View');
  await page.shows('dialog', 'Copied text');
  await page.expectFocus('Copied text');
  expect(await textIn(page)).toBe(english?.['text/plain']);
  await page.chooseOption('Language', 'Deutsch');
  await until('the text is German', async () => (await textIn(page))?.includes('2 Seiten: '));
  expect(await page.$$eval('.copied-text pre', ([text]) => text?.lang)).toBe('de');
  await page.press('Copy');
  const [, german] = await copies(2);
  expect(german).toEqual({ 'text/plain': expect.stringContaining('2 Seiten: ') });
  await page.keyboard.press('Escape');
  await until('the view is closed', async () => (await page.$('dialog.copied')) === null);
  await page.expectFocus('View');
  await page.close();

  const again = await openMill();
  const laterCopies = await recordFormats(again);
  await again.press('Copy summary');
  expect(await laterCopies(1)).toEqual([german]);
});

it('a ticket is copied as text and HTML, and from View as Markdown', async () => {
  const page = await openReports(2);
  await openProblem(page, 'Noindex', 2);
  const copies = await recordFormats(page);
  await page.locator(byRole('button', 'Copy ticket: 2 pages')).click();
  const [ticket] = await copies(1);
  expect(Object.keys(ticket ?? {}).sort()).toEqual(['text/html', 'text/plain']);
  expect(ticket?.['text/html']).toContain(
    '<td><a href="https://mill.example/a">https://mill.example/a</a></td>',
  );
  await page.press('View');
  await page.press('Copy as Markdown');
  const [, markdown] = await copies(2);
  expect(Object.keys(markdown ?? {})).toEqual(['text/plain']);
  expect(markdown?.['text/plain']).toContain(
    String.raw`| [https:\//mill.example/a](https://mill.example/a) | `,
  );
});
