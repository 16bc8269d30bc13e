import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '@/lib/model/outcome';
import type { ReportDetails } from '@/lib/model/report';
import type { Submission } from '@/lib/model/submission';
import { sampleReport } from '../model/sample-report';
import { listOf } from './fake-client';
import { holdAnswers } from './held-answers';
import { createSubmissionsDisk, startSubmissions } from './submissions-worker';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const created = sampleReport('3', { url });
const base = { url, privacy: 1, knownIds: ['2'] } as const;

function stored(id: string, state: Submission['state'], fields: Partial<Submission> = {}) {
  const failure = { code: 'unreachable' };
  const its = { id, ...base, knownIds: [...base.knownIds], ...fields };
  return (state === 'sending' ? { ...its, state } : { ...its, state, failure }) as Submission;
}

/** A worker that finds these submissions in its store. */
function startWith(...kept: Submission[]) {
  return startSubmissions(createSubmissionsDisk(kept));
}

describe('a worker that is started anew', () => {
  it('finds the report of a request that was cut off, and sends nothing', async () => {
    const { submissions, client, item, onAccepted } = startWith(stored('a', 'sending'));
    client.list.mockResolvedValue({ value: listOf(created, sampleReport('2', { url })) });
    await submissions.resume();
    expect(client.create).not.toHaveBeenCalled();
    expect(onAccepted).toHaveBeenCalledExactlyOnceWith(stored('a', 'sending'), created);
    expect(item.stored).toEqual([]);
  });

  it.each([
    ['shows only what was known', { value: listOf(sampleReport('2', { url })) }],
    ['cannot be read', { failure: { code: 'unreachable' } }],
  ] as const)('says that it is unclear where the list %s', async (_, listed) => {
    const { submissions, client, item } = startWith(stored('a', 'sending'));
    client.list.mockResolvedValue(structuredClone(listed) as Outcome<ReturnType<typeof listOf>>);
    await submissions.resume();
    expect(client.create).not.toHaveBeenCalled();
    const failure = { code: 'interrupted' };
    expect(item.stored).toEqual([{ ...stored('a', 'unclear'), failure }]);
  });

  it('leaves alone what has failed or is unclear already', async () => {
    const kept = [stored('a', 'failed'), stored('b', 'unclear')];
    const { submissions, client, item } = startWith(...kept);
    await submissions.resume();
    expect(client.list).not.toHaveBeenCalled();
    expect(item.stored).toEqual(kept);
    expect(item.written).toEqual([]);
  });

  it('leaves alone what it is sending itself', async () => {
    const { submissions, client, item } = startWith(stored('a', 'sending'));
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    const creating = submissions.create('b', draft);
    await creates.asked(1);
    await submissions.resume();
    expect(client.list).toHaveBeenCalledTimes(1);
    expect(item.stored).toMatchObject([
      { id: 'a', state: 'unclear' },
      { id: 'b', state: 'sending' },
    ]);
    creates.answer(0, { failure: { code: 'key-refused', message: null } });
    await creating;
    expect(item.stored).toMatchObject([
      { id: 'a', state: 'unclear' },
      { id: 'b', state: 'failed' },
    ]);
  });

  it('does not send again under the id of a request that was cut off', async () => {
    const { submissions, client } = startWith(stored('a', 'sending'));
    await expect(submissions.create('a', draft)).resolves.toEqual({
      failure: { code: 'interrupted' },
    });
    expect(client.create).not.toHaveBeenCalled();
  });
});

describe('a list that is read', () => {
  it('settles what was unclear and is shown by it', async () => {
    const other = stored('b', 'unclear', { url: 'https://host.example/other' });
    const { submissions, client, item } = startWith(stored('a', 'unclear'), other);
    await submissions.settle([sampleReport('4'), created]);
    expect(item.stored).toEqual([other]);
    expect(client.list).not.toHaveBeenCalled();
  });

  it.each([
    ['a known report', sampleReport('2', { url })],
    ['a report of another privacy', sampleReport('3', { url, privacy: 0 })],
    ['a report of another address', sampleReport('3')],
  ])('settles nothing with %s, and writes nothing', async (_, listed) => {
    const { submissions, item } = startWith(stored('a', 'unclear'));
    await submissions.settle([listed]);
    expect(item.written).toEqual([]);
  });

  it('leaves alone what has failed, and what is being sent', async () => {
    const { submissions, item } = startWith(stored('a', 'failed'), stored('b', 'sending'));
    await submissions.settle([created]);
    expect(item.written).toEqual([]);
  });

  it('tells two submissions of one address apart by what they knew', async () => {
    const later = stored('b', 'unclear', { knownIds: ['2', '3'] });
    const { submissions, item } = startWith(stored('a', 'unclear'), later);
    await submissions.settle([created]);
    expect(item.stored).toEqual([later]);
  });

  it('is not held up by a store that fails', async () => {
    const { submissions, item } = startWith(stored('a', 'unclear'));
    vi.spyOn(item, 'write').mockRejectedValue(new Error('No space left'));
    await expect(submissions.settle([created])).resolves.toBeUndefined();
  });
});

describe('discarding', () => {
  it('takes one submission out and leaves the others', async () => {
    const { submissions, item } = startWith(stored('a', 'failed'), stored('b', 'unclear'));
    await submissions.discard('a');
    expect(item.stored).toEqual([stored('b', 'unclear')]);
    await submissions.discard('none');
    expect(item.stored).toEqual([stored('b', 'unclear')]);
  });

  it('is final, though the request fails afterwards', async () => {
    const { submissions, client, item } = startSubmissions();
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    const creating = submissions.create('a', draft);
    await creates.asked(1);
    await submissions.discard('a');
    creates.answer(0, { failure: { code: 'unreachable' } });
    await creating;
    expect(item.stored).toEqual([]);
  });
});

describe('submissions that are closed', () => {
  it('send nothing and store nothing any more', async () => {
    const { submissions, client, item, serialItem } = startSubmissions();
    await serialItem.close();
    await expect(submissions.create('a', draft)).resolves.toEqual({
      failure: { code: 'interrupted' },
    });
    expect(client.create).not.toHaveBeenCalled();
    expect(item.stored).toBeUndefined();
  });

  it('leave what was under way to the next session', async () => {
    const { submissions, client, controller, item, serialItem } = startSubmissions();
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    const creating = submissions.create('a', draft);
    await creates.asked(1);
    controller.abort();
    await serialItem.close();
    client.list.mockResolvedValue({ failure: { code: 'interrupted' } });
    creates.answer(0, { failure: { code: 'interrupted' } });
    await creating;
    expect(item.stored).toMatchObject([{ id: 'a', state: 'sending' }]);
  });
});
