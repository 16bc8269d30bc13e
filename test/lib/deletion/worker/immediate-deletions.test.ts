import { describe, expect, it } from 'vitest';
import type { Deletion } from '@/lib/deletion/deletion';
import { deleteAtOnce } from '@/lib/deletion/worker/immediate-deletions';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import { createFakeClient } from '../../../support/fake-client';
import { holdAnswers } from '../../../support/held-answers';
import { sampleReport } from '../../../support/sample-report';

const dueAt = '2026-11-02T12:00:06.000Z';
const facts = (id: string) => ({ report: sampleReport(id), dueAt, isPrivateWindow: false });
const waiting = (id: string): Deletion => ({ ...facts(id), state: 'waiting' });
const sending = (id: string): Deletion => ({ ...facts(id), state: 'sending' });
const gone: Failure = { code: 'gone', what: 'report', message: null };
const timedOut: Failure = { code: 'timedOut', seconds: 60 };

describe('deletions that are sent at once', () => {
  it('go out two at a time, and not at all where they have failed before', async () => {
    const client = createFakeClient();
    const answers = holdAnswers<Outcome<null>>();
    client.remove.mockImplementation(answers.call);
    const failed: Deletion = { ...facts('9'), state: 'failed', failure: timedOut };
    const deleting = deleteAtOnce([failed, ...['1', '2', '3'].map(waiting)], client);
    await answers.asked(2);
    answers.answer(1, { value: null });
    await answers.asked(3);
    for (const index of [0, 2]) answers.answer(index, { value: null });
    await expect(deleting).resolves.toEqual([]);
    expect(client.remove.mock.calls.map(([id]) => id)).toEqual(['1', '2', '3']);
  });

  it('have succeeded where the service no longer has the report', async () => {
    const client = createFakeClient();
    client.remove.mockResolvedValue({ failure: gone });
    client.get.mockResolvedValue({ failure: gone });
    await expect(deleteAtOnce([waiting('1'), sending('2')], client)).resolves.toEqual([]);
    expect(client.remove.mock.calls.map(([id]) => id)).toEqual(['1']);
  });

  it('are told with the reason where they fail', async () => {
    const client = createFakeClient();
    client.get.mockResolvedValue({ failure: { code: 'keyRefused', message: null } });
    client.remove.mockResolvedValue({ failure: { code: 'unreachable' } });
    await expect(deleteAtOnce([waiting('1'), sending('2')], client)).resolves.toEqual(
      expect.arrayContaining([
        { report: sampleReport('1'), failure: { code: 'unreachable' } },
        { report: sampleReport('2'), failure: { code: 'keyRefused', message: null } },
      ]),
    );
  });

  it('do not each wait for a service that does not answer', async () => {
    const client = createFakeClient();
    client.remove.mockResolvedValue({ failure: timedOut });
    const ids = ['1', '2', '3', '4', '5'];
    const notDeleted = await deleteAtOnce(ids.map(waiting), client);
    expect(notDeleted.map(({ report }) => report.id).sort()).toEqual(ids);
    expect(client.remove).toHaveBeenCalledTimes(2);
  });
});
