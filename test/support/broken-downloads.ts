import { onTestFinished, vi } from 'vitest';

/** Makes each download throw until the test ends, and silences the log of the exceptions. */
export function brokenDownloads(): void {
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('broken');
  });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => {
    create.mockRestore();
    warn.mockRestore();
  });
}
