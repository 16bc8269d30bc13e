import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/model/failure';
import type { Outcome } from '@/lib/model/outcome';
import type { Report, ReportDetails, ReportList } from '@/lib/model/report';
import { RECENT_REPORTS_QUERY } from '@/lib/model/report-query';
import { sampleReport } from '../model/sample-report';
import { listOf } from './fake-client';
import { holdAnswers } from './held-answers';
import { startSubmissions } from './submissions-worker';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const created = sampleReport('3', { url });
const refused: Failure = { code: 'refused', status: 418, message: null };
const cutOff: Failure = { code: 'interrupted' };

const definite: Failure[] = [
  refused,
  { code: 'invalid', message: null, fields: [{ field: 'url', messages: ['No'] }] },
  { code: 'key-refused', message: null },
  { code: 'too-many-requests', retryAt: null, message: null },
];
const indefinite: Failure[] = [
  { code: 'unreachable' },
  { code: 'timed-out', seconds: 180 },
  { code: 'redirected', to: null },
  { code: 'service-down', status: 502, retryAt: null, message: null },
  { code: 'unexpected-answer', problem: 'not-json' },
  cutOff,
];

describe('a submission', () => {
  it('is stored without its password before the request goes out', async () => {
    const { submissions, client, item, knownIds } = startSubmissions();
    knownIds.mockResolvedValue(['2', '1']);
    client.create.mockImplementation(async () => {
      expect(item.stored).toEqual([
        { id: 'a', url, privacy: 2, knownIds: ['2', '1'], state: 'sending' },
      ]);
      return { failure: refused };
    });
    await submissions.create('a', { url, privacy: 2, password: 'hunter2' });
    expect(knownIds).toHaveBeenCalledExactlyOnceWith(url);
    expect(client.create).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(item.written)).not.toMatch(/hunter2|password/);
  });

  it('goes out though it cannot be told what was known of its page', async () => {
    const { submissions, knownIds } = startSubmissions();
    knownIds.mockRejectedValue(new Error('No answer'));
    await expect(submissions.create('a', draft)).resolves.toMatchObject({ value: { id: '3' } });
  });

  it('is removed and told of once it has succeeded', async () => {
    const { submissions, client, controller, item, onAccepted } = startSubmissions();
    await expect(submissions.create('a', draft)).resolves.toStrictEqual({ value: created });
    expect(client.create).toHaveBeenCalledExactlyOnceWith(draft, controller.signal);
    expect(client.list).not.toHaveBeenCalled();
    const told = { id: 'a', url, privacy: 1, knownIds: [], state: 'sending' };
    expect(onAccepted).toHaveBeenCalledExactlyOnceWith(told, created);
    expect(item.stored).toEqual([]);
  });

  it.each(definite)('stays as failed when the service answers %j', async (failure) => {
    const { submissions, client, item, onAccepted } = startSubmissions();
    client.create.mockResolvedValue({ failure });
    await expect(submissions.create('a', draft)).resolves.toEqual({ failure });
    expect(item.stored).toEqual([
      { id: 'a', url, privacy: 1, knownIds: [], state: 'failed', failure },
    ]);
    expect(client.list).not.toHaveBeenCalled();
    expect(onAccepted).not.toHaveBeenCalled();
  });

  it('does not touch the others', async () => {
    const { submissions, client, item } = startSubmissions();
    client.create.mockResolvedValueOnce({ failure: refused });
    await submissions.create('a', draft);
    const before = item.stored;
    await submissions.create('b', draft);
    expect(item.stored).toEqual(before);
    client.create.mockResolvedValueOnce({ failure: { code: 'unreachable' } });
    await submissions.create('c', draft);
    expect(item.stored).toMatchObject([
      { id: 'a', state: 'failed' },
      { id: 'c', state: 'unclear' },
    ]);
  });
});

describe('the same id', () => {
  it('sends nothing while the first request is under way', async () => {
    const { submissions, client, item } = startSubmissions();
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    const first = submissions.create('a', draft);
    await expect(submissions.create('a', draft)).resolves.toEqual({ failure: cutOff });
    await creates.asked(1);
    expect(item.stored).toHaveLength(1);
    creates.answer(0, { failure: refused });
    await expect(first).resolves.toEqual({ failure: refused });
  });

  it.each<Failure>([refused, { code: 'unreachable' }])(
    'sends nothing after it ended with %j',
    async (failure) => {
      const { submissions, client, item } = startSubmissions();
      client.create.mockResolvedValue({ failure });
      await submissions.create('a', draft);
      const before = item.stored;
      await expect(submissions.create('a', draft)).resolves.toEqual({ failure: cutOff });
      expect(client.create).toHaveBeenCalledTimes(1);
      expect(item.stored).toEqual(before);
    },
  );
});

describe.each(indefinite)('a submission that ends with %j', (failure) => {
  function startUnanswered(listed: Outcome<ReportList>, known: string[] = []) {
    const started = startSubmissions();
    started.client.create.mockResolvedValue({ failure });
    started.client.list.mockResolvedValue(listed);
    started.knownIds.mockResolvedValue(known);
    return started;
  }

  it('has succeeded where the list shows a report that was not there before', async () => {
    const old = sampleReport('2', { url });
    const listed = { value: listOf(created, old) };
    const { submissions, client, item, onAccepted } = startUnanswered(listed, ['2']);
    await expect(submissions.create('a', draft)).resolves.toEqual({ value: created });
    expect(client.create).toHaveBeenCalledTimes(1);
    expect(client.list.mock.calls.map(([query]) => query)).toEqual([
      { ...RECENT_REPORTS_QUERY, search: url },
    ]);
    expect(onAccepted).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ id: 'a' }),
      created,
    );
    expect(item.stored).toEqual([]);
  });

  it.each<[string, Outcome<ReportList>]>([
    ['shows none', { value: listOf() }],
    ['shows one that was known', { value: listOf(sampleReport('2', { url })) }],
    ['shows one of another privacy', { value: listOf({ ...created, privacy: 0 }) }],
    ['shows one of another address', { value: listOf({ ...created, url: `${url}/` }) }],
    ['shows one without an address', { value: listOf({ ...created, url: null }) }],
    ['cannot be read', { failure: refused }],
  ])('is unclear where the list %s', async (_, listed) => {
    const { submissions, item, onAccepted } = startUnanswered(listed, ['2']);
    await expect(submissions.create('a', draft)).resolves.toEqual({ failure });
    expect(item.stored).toEqual([
      { id: 'a', url, privacy: 1, knownIds: ['2'], state: 'unclear', failure },
    ]);
    expect(onAccepted).not.toHaveBeenCalled();
  });
});

describe('a submission that is accepted without a word', () => {
  it.each<[string, Outcome<ReportList>, Report | null]>([
    ['shows it', { value: listOf(created) }, created],
    [
      'shows it without a privacy',
      { value: listOf({ ...created, privacy: null }) },
      { ...created, privacy: null },
    ],
    ['shows none', { value: listOf() }, null],
    ['cannot be read', { failure: refused }, null],
  ])('has succeeded where the list %s', async (_, listed, value) => {
    const { submissions, client, item, onAccepted } = startSubmissions();
    client.create.mockResolvedValue({ value: null });
    client.list.mockResolvedValue(listed);
    await expect(submissions.create('a', draft)).resolves.toEqual({ value });
    expect(item.stored).toEqual([]);
    expect(onAccepted).toHaveBeenCalledExactlyOnceWith(expect.anything(), value);
  });
});

describe('two submissions of one address', () => {
  it('are told apart by what the later one knew', async () => {
    const { submissions, client, item, knownIds } = startSubmissions();
    await submissions.create('a', draft);
    knownIds.mockResolvedValue(['3']);
    client.create.mockResolvedValue({ failure: { code: 'unreachable' } });
    client.list.mockResolvedValue({ value: listOf(created) });
    await expect(submissions.create('b', draft)).resolves.toEqual({
      failure: { code: 'unreachable' },
    });
    expect(item.stored).toMatchObject([{ id: 'b', state: 'unclear' }]);
    const later = sampleReport('4', { url });
    await submissions.settle([later, created]);
    expect(item.stored).toEqual([]);
  });
});

describe('two submissions of one address at the same time', () => {
  it('are not mistaken for each other when the answer to one is lost', async () => {
    const { submissions, client, item } = startSubmissions();
    const unclear: Failure = { code: 'unreachable' };
    client.create.mockResolvedValueOnce({ value: { ...created, more: [] } });
    client.create.mockResolvedValueOnce({ failure: unclear });
    client.list.mockResolvedValue({ value: listOf(created) });
    const [first, second] = await Promise.all([
      submissions.create('a', draft),
      submissions.create('b', draft),
    ]);
    expect(first).toEqual({ value: created });
    expect(second).toEqual({ failure: unclear });
    expect(item.stored).toMatchObject([{ id: 'b', state: 'unclear', knownIds: [created.id] }]);
  });
});
