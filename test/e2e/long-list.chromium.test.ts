import { describe, expect, it } from 'vitest';
import { app, byRole, type Screen, until, useService } from './app';

/** Of 300 reports the newest is 299; every tenth is of the site that the test's pages are on. */
const urlOf = (number: number) =>
  number % 10 === 0 ? `http://localhost/${number}` : `https://www.shop.example/${number}`;

useService({
  reports: Array.from({ length: 300 }, (_, number) => ({
    url: urlOf(number),
    project: new URL(urlOf(number)).hostname.replace('www.', ''),
  })),
});

function lastList(): Record<string, string> {
  const list = app.service.requests.findLast(({ path }) => path === '/api/v1/reports');
  return Object.fromEntries(list?.query ?? []);
}

const count = (popup: Screen) => popup.$eval('.count', ({ textContent }) => textContent);

async function isPressed(popup: Screen): Promise<string | null> {
  const toggle = await popup.locator(byRole('button', 'This site')).waitHandle();
  return toggle.evaluate(({ ariaPressed }) => ariaPressed);
}

describe('a list of 300 reports', () => {
  it('is read to its end by Show more, with the focus on the first new row', async () => {
    const popup = await app.popupWithRows(10);
    for (const rows of [25, 50, 100, 200, 300]) {
      await popup.press('Show more');
      await popup.rows((all) => all.length === rows);
      expect(await count(popup)).toBe(rows < 300 ? `${rows} of 300` : '300');
    }
    expect(lastList()).toMatchObject({ per_page: '100', page: '3' });
    expect(await popup.$(byRole('button', 'Show more'))).toBeNull();
    await popup.hasFocus(`/${300 - 200}`);
    // The first hundred alone are kept, and what follows is read anew.
    await popup.keyboard.press('Enter');
    await popup.isRead();
    await popup.press('Back');
    await popup.hasFocus('/100');
    expect(await popup.items('Recent reports')).toHaveLength(300);
    await popup.leave();
    const again = await app.popupAgain();
    await again.rows((all) => all.length === 100);
    await again.shows('button', 'Show more');
  });
});

describe('the toggle This site', () => {
  it('shows reports of the host in front, and then the former project again', async () => {
    const popup = await app.popupWithRows(10);
    await popup.expand('Filters');
    await popup.fill('Project', 'shop.example');
    await popup.keyboard.press('Enter');
    await popup.rows((rows) => rows.every((row) => row.includes('shop.example')));
    expect(await isPressed(popup)).toBe('false');
    await popup.press('This site');
    await popup.rows(
      (rows) => rows.length === 10 && rows.every((row) => row.includes('localhost')),
    );
    expect(await isPressed(popup)).toBe('true');
    expect([lastList().project, await count(popup)]).toEqual(['localhost', '10 of 30']);
    await popup.leave();

    const again = await app.popupAgain();
    expect([await isPressed(again), await again.value('Project')]).toEqual([
      'false',
      'shop.example',
    ]);
    await again.press('This site');
    await again.rows((rows) => rows.every((row) => row.includes('localhost')));
    await again.press('This site');
    await again.rows((rows) => rows.every((row) => row.includes('shop.example')));
    expect(lastList().project).toBe('shop.example');
  });

  it('is missing if no web page is in front', async () => {
    const popup = await app.popup('about:blank');
    await popup.rows((rows) => rows.length === 10);
    expect(await popup.$(byRole('button', 'This site'))).toBeNull();
  });
});

it('a search typed as browsers show an address finds the bare address on the service', async () => {
  const popup = await app.popupWithRows(10);
  await popup.fill('Search', 'https://www.shop.example/29', 'searchbox');
  await popup.rows((rows) => rows.length === 10 && rows.every((row) => row.includes('/29')));
  await until('the service was asked', () => lastList().search === 'shop.example/29');
  await popup.fill('Search', 'www.localhost/290', 'searchbox');
  await popup.rows((rows) => rows.length === 1 && rows[0]?.includes('localhost/290') === true);
});
