import { beforeEach, expect, it } from 'vitest';
import { draw, one, press, type, useEnglish } from './view';

beforeEach(useEnglish);

it('`press` fails early if the named element has a similar role, and names this role', async () => {
  draw(
    <button type="button" role="menuitem">
      Print
    </button>,
  );
  const start = performance.now();
  await expect(press('Print')).rejects.toThrow('"Print" is a menuitem, not a button.');
  // Without the early error, `press` waits for 30 seconds.
  expect(performance.now() - start).toBeLessThan(15_000);
});

it('`type` throws early and names the actual role of a field with a similar role', async () => {
  draw(<input type="search" aria-label="Search" />);
  await expect(type('Search', 'shop')).rejects.toThrow('"Search" is a searchbox, not a textbox.');
});

it('`one` waits for a button that replaces a menu item of the same name', async () => {
  draw(
    <button type="button" role="menuitem">
      Delete report
    </button>,
  );
  const found = one('button', 'Delete report');
  draw(<button type="button">Delete report</button>);
  expect((await found).localName).toBe('button');
});
