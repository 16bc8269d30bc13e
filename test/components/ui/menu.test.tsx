import { beforeEach, expect, it, vi } from 'vitest';
import { MenuButton } from '@/components/ui/menu';
import { all, draw, one, press, pressKey, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

const onChoose = vi.fn();
const ITEMS = ['Copy', 'Delete'].map((label) => ({ label, onChoose: () => onChoose(label) }));

it('an open menu has the name of its button, and the button has aria-expanded', async () => {
  draw(<MenuButton label="Export" items={ITEMS} />);
  await press('Export');
  const menu = await one('menu', 'Export');
  expect(all('menuitem', undefined, menu).map(({ textContent }) => textContent)).toEqual([
    'Copy',
    'Delete',
  ]);
  const isExpanded = async () => (await one('button', 'Export')).getAttribute('aria-expanded');
  expect(await isExpanded()).toBe('true');
  await press('Export');
  await waitUntil(async () => expect(await isExpanded()).toBe('false'));
});

it('a menu closes when an item is chosen, and its button gets the focus', async () => {
  draw(<MenuButton label="Export" items={ITEMS} />);
  await press('Export');
  await press('Delete', 'menuitem');
  await waitUntil(() => expect(all('menu')).toEqual([]));
  expect(onChoose.mock.calls).toEqual([['Delete']]);
  expect(document.activeElement).toBe(await one('button', 'Export'));
});

it.each([
  ['c', { ctrlKey: true }],
  ['d', { metaKey: true }],
  ['ArrowDown', { altKey: true }],
  ['Escape', { ctrlKey: true }],
])('an open menu leaves the key %s with %j to the browser', async (key, modifier) => {
  draw(<MenuButton label="Export" items={ITEMS} />);
  await press('Export');
  const first = await one('menuitem', 'Copy');
  await waitUntil(() => expect(document.activeElement).toBe(first));
  expect(pressKey(key, modifier)).toBe(false);
  expect(document.activeElement).toBe(first);
  expect(all('menu')).toHaveLength(1);
});

it('an open menu moves the focus to the item that begins with a typed letter', async () => {
  draw(<MenuButton label="Export" items={ITEMS} />);
  await press('Export');
  const second = await one('menuitem', 'Delete');
  expect(pressKey('d')).toBe(true);
  expect(document.activeElement).toBe(second);
});
