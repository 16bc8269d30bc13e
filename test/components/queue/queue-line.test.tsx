import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import { fakeBackground, publishQueue } from '../../support/page-view';
import { drawPopup } from '../../support/popup-view';
import { deletion, refused, sampleLine, update } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';
import { all, one, press, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

async function drawRefusedUpdate() {
  const updateJob = vi.fn<BackgroundApi['updateJob']>(async () => ({ value: true }));
  const { actions } = await drawPopup({ background: fakeBackground({ updateJob }) });
  const operation = refused(update({ privacy: 0 }, sampleReport('2')), {
    code: 'notAllowed',
    message: null,
  });
  await publishQueue({
    singles: [sampleLine('job', operation)],
    all: { create: 0, update: 0, delete: 0, needsAttention: 1 },
  });
  return { actions, updateJob };
}

describe('the line of an update that needs attention', () => {
  it.each([
    ['Send again', 'retry'],
    ['Discard', 'cancel'],
  ])('changes the job after a press on %s, and opens no page', async (name, kind) => {
    const { actions, updateJob } = await drawRefusedUpdate();
    await press(name);
    const action = expect.objectContaining({ kind });
    await waitUntil(() => expect(updateJob).toHaveBeenCalledExactlyOnceWith('a', 'job', action));
    expect(actions.onOpenPage).not.toHaveBeenCalled();
  });
});

it('the focus moves to the row of a report when the line of its deletion disappears', async () => {
  await drawPopup();
  const list = await one('list', 'Recent reports');
  const notBefore = new Date(Date.now() + 6_000).toISOString();
  const line = sampleLine('job', deletion(sampleReport('1')), { notBefore });
  await publishQueue({ singles: [line] });
  (await one('button', 'Undo')).focus();
  await publishQueue();
  await waitUntil(() => expect(all('button', 'Undo')).toHaveLength(0));
  const [, row] = all('listitem', undefined, list);
  await waitUntil(() => expect(document.activeElement).toBe(row?.querySelector('.row')));
});
