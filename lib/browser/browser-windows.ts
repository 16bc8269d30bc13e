import { browser } from 'wxt/browser';
import { isPrivateWindow } from '@/lib/private-windows';

/** Undefined in browsers on phones. */
const { windows } = browser as Partial<typeof browser>;

/** Whether the browser has windows, and all of them are private. Never rejects. */
export async function hasOnlyPrivateWindows(): Promise<boolean> {
  const all = (await windows?.getAll().catch(() => [])) ?? [];
  return all.length > 0 && all.every(isPrivateWindow);
}
