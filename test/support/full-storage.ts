import { onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';

/** Makes every write to the disk fail until the test is over, as in full storage. */
export function fullStorage(): void {
  const set = vi
    .spyOn(fakeBrowser.storage.local, 'set')
    .mockRejectedValue(new Error('No space left'));
  onTestFinished(() => void set.mockRestore());
}
