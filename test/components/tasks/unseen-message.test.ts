import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { ConnectedPopup } from '@/components/popup/popup-state';
import { unseenMessage } from '@/components/tasks/form-messages';
import { useMessageKeys } from '../../support/message-keys';
import { openList } from '../../support/open-list';
import { storedList } from '../../support/sample-list';

useMessageKeys();

/** A list, and what is announced of it. */
function openAnnounced() {
  const place = openList();
  const popup = { list: place.list, deletions: { lines: signal([]) } };
  return { ...place, said: () => unseenMessage(popup as unknown as ConnectedPopup) };
}

describe('what is announced of the list', () => {
  it.each([
    [[], 'list_noMatch'],
    [['2', '1'], 'report_matches'],
    [Array.from({ length: 10 }, (_, index) => String(index)), 'list_shownFirst'],
  ])('is how many match what is searched for, once they are %j', async (ids, sentence) => {
    const { list, stored, answers, said } = openAnnounced();
    expect(said()).toBeNull();
    list.change({ result: 'bad' });
    expect(said()).toBeNull();
    const total = ids.length < 10 ? ids.length : null;
    stored.value = [{ ...storedList(...ids), total, query: list.query.value }];
    expect(said()).toBeNull();
    answers.answer(0, { value: null });
    await expect.poll(said).toContain(sentence);
    list.clearFilters();
    expect(said()).toBeNull();
  });
});
