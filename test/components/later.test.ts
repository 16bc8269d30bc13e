import { beforeEach, describe, expect, it, vi } from 'vitest';

const PARTS = '@/components/popup/later-parts';

beforeEach(() => {
  vi.resetModules();
  vi.doUnmock(PARTS);
});

describe('the parts of the popup that come later', () => {
  it('are here once they are fetched, and not before', async () => {
    const { areLaterPartsHere, areLaterPartsMissing, loadLaterParts } = await openPopup();
    expect(areLaterPartsHere.value).toBe(false);
    expect(areLaterPartsMissing.value).toBe(false);
    await loadLaterParts();
    expect(areLaterPartsHere.value).toBe(true);
    expect(areLaterPartsMissing.value).toBe(false);
  });

  it('are told to be missing where they cannot be fetched', async () => {
    vi.doMock(PARTS, () => Promise.reject(new Error('Not found')));
    const { areLaterPartsHere, areLaterPartsMissing, loadLaterParts } = await openPopup();
    await loadLaterParts();
    expect(areLaterPartsHere.value).toBe(false);
    expect(areLaterPartsMissing.value).toBe(true);
  });
});

function openPopup() {
  return import('@/components/popup/later');
}
