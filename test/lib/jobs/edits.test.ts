import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { createEdits } from '@/lib/jobs/edits';
import type { GoneReports } from '@/lib/jobs/gone-reports';
import type { Reads } from '@/lib/jobs/reads';
import type { Edit, Entry, UndecidedEdit } from '@/lib/jobs/types';
import { createWrittenReports } from '@/lib/jobs/written-reports';
import type { ReportDetails } from '@/lib/report/report';
import type { Result } from '@/lib/result';
import { createFakeClient } from '../../support/fake-client';
import { FAILURES, type FailureName } from '../../support/sample-failures';
import { deletion, sampleJob, update } from '../../support/sample-job';
import { sampleDetails } from '../../support/sample-report';

const UNCONFIRMED = FAILURES['an unconfirmed 404'];
const webPage = FAILURES['a web page'];
const SHOWN: Result<ReportDetails> = { value: sampleDetails('1') };

interface Options {
  /** The answer to the request of the edit. */
  answer?: Failure | null;
  /** Whether the answer to an update contains the report. */
  hasReport?: boolean;
  /** The answer to a read of the report. */
  read?: Result<ReportDetails>;
  confirm?: GoneReports['confirm'];
}

/** Sends edits to a service with these answers. */
function start(options: Options) {
  const { answer = null, hasReport = true, read = SHOWN } = options;
  const client = createFakeClient();
  const failed = answer === null ? null : { failure: answer };
  client.update.mockImplementation(
    async (id) => failed ?? { value: hasReport ? sampleDetails(id) : null },
  );
  client.remove.mockImplementation(async () => failed ?? { value: null });
  const get = vi.fn<Reads['get']>(async () => read);
  const confirm = vi.fn<GoneReports['confirm']>(options.confirm ?? (async (_, failure) => failure));
  const edits = createEdits({
    client,
    get,
    goneReports: { confirm },
    written: createWrittenReports(() => 0),
    signal: new AbortController().signal,
  });
  return { ...edits, client, get, confirm };
}

function entryOf<One extends Edit>(operation: One): Entry<One> {
  return { job: sampleJob('e', [operation]), index: 0, operation };
}

/** Returns the failure of a request; null after a success. */
async function failureOf(operation: Edit, options: Options): Promise<Failure | null> {
  const { request } = start(options);
  const { result } = await request(entryOf(operation), null);
  return 'failure' in result ? result.failure : null;
}

const refused = (status: number): Failure => ({ code: 'refused', status, message: null });

describe('an update', () => {
  it('sends its change with the password, and returns the report of the answer', async () => {
    const { client, get, request } = start({});
    const answer = await request(entryOf(update({ privacy: 2 })), 'secret');
    expect(client.update).toHaveBeenCalledExactlyOnceWith(
      '1',
      { privacy: 2, password: 'secret' },
      expect.anything(),
    );
    expect(answer).toMatchObject({ result: { value: { id: '1' } }, isGone: false });
    expect(get).not.toHaveBeenCalled();
  });

  it.each<[string, Result<ReportDetails>, object]>([
    ['is shown', SHOWN, { result: { value: { id: '1' } }, isGone: false }],
    ['is gone', { failure: FAILURES['404'] }, { result: { value: null }, isGone: true }],
    ['cannot be read', { failure: FAILURES['500'] }, { result: { value: null }, isGone: false }],
  ])('reads the report if the answer omits it, and the report %s', async (_, read, answer) => {
    const { get, request } = start({ hasReport: false, read });
    expect(await request(entryOf(update()), null)).toMatchObject(answer);
    expect(get).toHaveBeenCalledExactlyOnceWith('1', 'e-0');
  });
});

describe('the failure of an edit', () => {
  it.each([update(), deletion()])(
    'after an unclear answer is `interrupted` if the read is aborted',
    async (operation) => {
      const interrupted = { code: 'interrupted' } as const;
      const read = { failure: interrupted };
      expect(await failureOf(operation, { answer: FAILURES['403'], read })).toEqual(interrupted);
      const confirm = async () => interrupted;
      expect(await failureOf(operation, { answer: FAILURES['404'], confirm })).toEqual(interrupted);
    },
  );

  it.each<[string, Edit, FailureName]>([
    ['an update without an answer', update(), 'unreachable'],
    ['an update that a redirect answers', update(), 'a redirect'],
    ['an update that a web page answers', update(), 'a web page'],
    ['a refused update', update(), '422'],
    ['a deletion with a refused key', deletion(), '401'],
    ['a refused deletion', deletion(), '409'],
  ])('is the failure of the answer, without a read: %s', async (_, operation, name) => {
    const { get, request } = start({ answer: FAILURES[name] });
    const { result } = await request(entryOf(operation), null);
    expect(result).toEqual({ failure: FAILURES[name] });
    expect(get).not.toHaveBeenCalled();
  });

  it.each([update(), deletion()])('is confirmed after a 404 in JSON', async (operation) => {
    const { confirm, get, request } = start({
      answer: FAILURES['404'],
      confirm: async () => UNCONFIRMED,
    });
    const { result } = await request(entryOf(operation), null);
    expect(result).toEqual({ failure: UNCONFIRMED });
    expect(get).not.toHaveBeenCalled();
    expect(confirm).toHaveBeenCalledOnce();
  });

  it.each<[string, Result<ReportDetails>, Failure]>([
    ['is answered with 404', { failure: FAILURES['404'] }, UNCONFIRMED],
    ['shows the report', SHOWN, FAILURES['403']],
    ['is also forbidden', { failure: FAILURES['403'] }, FAILURES['403']],
    ['gets no answer', { failure: FAILURES['500'] }, FAILURES['500']],
  ])('after a 403 in JSON depends on a read that %s', async (_, read, failure) => {
    const options = { answer: FAILURES['403'], read, confirm: async () => UNCONFIRMED };
    for (const operation of [update(), deletion()]) {
      expect(await failureOf(operation, options)).toEqual(failure);
    }
  });

  it.each<[FailureName, Edit, number]>([
    ['the 404 page of a web server', update(), 404],
    ['the 404 page of a web server', deletion(), 404],
    ['a firewall', update(), 403],
    ['a firewall', deletion(), 403],
  ])('after %s is a refusal if a read shows the report', async (name, operation, status) => {
    const answer = FAILURES[name];
    expect(await failureOf(operation, { answer })).toEqual(refused(status));
  });

  it.each<[FailureName, Edit]>([
    ['the 404 page of a web server', update()],
    ['the 404 page of a web server', deletion()],
    ['a firewall', deletion()],
    ['a redirect', deletion()],
  ])('after %s begins a backoff if a read also gets no JSON', async (name, operation) => {
    const answer = FAILURES[name];
    expect(await failureOf(operation, { answer, read: { failure: webPage } })).toMatchObject({
      code: 'webServerAnswer',
    });
  });

  it.each<[FailureName]>([['a redirect'], ['a web page']])(
    'of a deletion after %s is decided by one read',
    async (name) => {
      const answer = FAILURES[name];
      expect(await failureOf(deletion(), { answer })).toEqual(answer);
      const gone = { answer, read: { failure: FAILURES['404'] } };
      expect(await failureOf(deletion(), gone)).toEqual(FAILURES['404']);
    },
  );

  it.each<[FailureName, Edit]>([
    ['a redirect', deletion()],
    ['a web page', deletion()],
    ['a firewall', update()],
    ['the 404 page of a web server', deletion()],
  ])(
    'after %s counts as no answer if the read fails for the whole service',
    async (name, operation) => {
      const answer = FAILURES[name];
      for (const failure of [FAILURES['401'], FAILURES['500']]) {
        expect(await failureOf(operation, { answer, read: { failure } })).toMatchObject({
          code: 'webServerAnswer',
        });
      }
    },
  );
});

describe('an edit of a report that may be gone', () => {
  it.each<FailureName>(['429', '500'])(
    'has no answer if the confirming list fails with %s',
    async (name) => {
      const confirm = async () => FAILURES[name];
      const direct = { answer: FAILURES['404'], confirm };
      expect(await failureOf(deletion(), direct)).toMatchObject({ code: 'webServerAnswer' });
      const afterRedirect = {
        answer: FAILURES['a redirect'],
        read: { failure: FAILURES['404'] },
        confirm,
      };
      expect(await failureOf(deletion(), afterRedirect)).toMatchObject({ code: 'webServerAnswer' });
    },
  );
});

describe('the read of an undecided edit', () => {
  const undecided = {
    ...deletion(),
    status: { name: 'sending', isUndecided: true },
  } as UndecidedEdit;

  it('returns the report', async () => {
    const { readUndecided } = start({});
    expect(await readUndecided(entryOf(undecided))).toMatchObject({ value: { id: '1' } });
  });

  it('confirms that the report is gone', async () => {
    const { readUndecided, confirm } = start({
      read: { failure: FAILURES['404'] },
      confirm: async () => UNCONFIRMED,
    });
    expect(await readUndecided(entryOf(undecided))).toEqual({ failure: UNCONFIRMED });
    expect(confirm).toHaveBeenCalledOnce();
  });

  it('returns a failure other than 404', async () => {
    const { readUndecided, confirm } = start({ read: { failure: FAILURES['500'] } });
    expect(await readUndecided(entryOf(undecided))).toEqual({ failure: FAILURES['500'] });
    expect(confirm).not.toHaveBeenCalled();
  });
});
