import { expect, it, vi } from 'vitest';
import type { Command } from '@/lib/browser/command-names';
import { createShortcuts } from '@/lib/page/shortcuts';

const reportPage = (shortcut: string): Command => ({ name: 'report-page', shortcut });

function openShortcuts() {
  const list = vi.fn(async () => [reportPage('Alt+Shift+R')]);
  const openSettings = vi.fn(async () => {});
  return { shortcuts: createShortcuts({ list, address: null, openSettings }), list, openSettings };
}

it('shortcuts are as the browser has them when it is asked, and stay where it does not answer', async () => {
  const { shortcuts, list } = openShortcuts();
  expect(shortcuts.commands.value).toEqual([]);
  await shortcuts.refresh();
  expect(shortcuts.commands.value).toEqual([reportPage('Alt+Shift+R')]);
  list.mockResolvedValue([reportPage('')]);
  await shortcuts.refresh();
  expect(shortcuts.commands.value).toEqual([reportPage('')]);
  list.mockRejectedValue(new Error('No answer'));
  await shortcuts.refresh();
  expect(shortcuts.commands.value).toEqual([reportPage('')]);
});

it('a browser that does not open its place for shortcuts harms nothing', async () => {
  const { shortcuts, openSettings } = openShortcuts();
  openSettings.mockRejectedValue(new Error('Not allowed'));
  expect(() => shortcuts.change()).not.toThrow();
});
