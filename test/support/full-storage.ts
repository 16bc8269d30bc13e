import { onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';

/** Makes every write to `storage.local` fail until the end of the test, as if storage were full. */
export function makeStorageFull(): void {
  const set = vi
    .spyOn(fakeBrowser.storage.local, 'set')
    .mockRejectedValue(new Error('No space left'));
  onTestFinished(() => void set.mockRestore());
}
