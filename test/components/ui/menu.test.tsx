import { beforeEach, expect, it, vi } from 'vitest';
import { MenuButton } from '@/components/ui/menu';
import { all, draw, one, press, useEnglish } from '../../support/view';
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
  expect((await one('button', 'Export')).getAttribute('aria-expanded')).toBe('true');
});

it('a menu closes when an item is chosen', async () => {
  draw(<MenuButton label="Export" items={ITEMS} />);
  await press('Export');
  await press('Delete', 'menuitem');
  await waitUntil(() => expect(all('menu')).toEqual([]));
  expect(onChoose.mock.calls).toEqual([['Delete']]);
});
