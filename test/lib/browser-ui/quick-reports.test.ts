import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PopupRequest } from '@/lib/browser-ui/popup-request';
import { createQuickReports, type QuickRequest, quickReport } from '@/lib/browser-ui/quick-reports';
import { connectionInUse, connectionsItem } from '@/lib/connection/connection-register';
import type { Confirmation, NewJob } from '@/lib/jobs/types';
import type { Privacy } from '@/lib/report/privacy';
import type { Result } from '@/lib/result';
import { INITIAL_PREFERENCES, preferencesItem } from '@/lib/settings/preferences';
import { emptyBrowser } from '../../support/empty-browser';
import { storeConnection } from '../../support/stored-connection';

const url = 'https://host.example/page';
const risky = 'https://host.example/reset?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';
const longest = `${url}?${'a'.repeat(8_000 - url.length - 1)}`;

const FORM = Symbol('form');

it.each<[string, string, Privacy, string | typeof FORM]>([
  ['a private report', url, 1, url],
  ['a public report', url, 0, url],
  ['a private report of an address with a secret', risky, 1, risky],
  ['a public report of an address with a secret', risky, 0, FORM],
  ['a report with a password', url, 2, FORM],
  ['an unknown address', '', 1, FORM],
  ['the longest address', longest, 1, longest],
  ['an address that is too long', `${longest}a`, 1, FORM],
  [
    "the web page in the address of another extension's page",
    `chrome-extension://viewer/${url}`,
    1,
    url,
  ],
  [
    // Sources: test/lib/url/wrapped-address.test.ts. The risk of the mail address is in the wrapped link only.
    'the page inside a wrapped link',
    `https://nam11.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&data=05%7C02%7Csomeone%40host.example%7Ca101`,
    0,
    url,
  ],
  ['an address without its user name and password', 'https://me:pw@host.example/page', 1, url],
  ...[
    'javascript:alert(1)',
    'chrome-extension://abc/popup.html',
    'host.example/page',
    '\u202ehttps://host.example/',
  ].map((address): [string, string, Privacy, typeof FORM] => [address, address, 1, FORM]),
  // The URL Standard removes line breaks, and escapes control characters and changes of direction.
  ['line breaks', 'https://host.example/a\n\tb', 1, 'https://host.example/ab'],
  ['control characters', 'https://host.example/\u0000\u0007x', 1, 'https://host.example/%00%07x'],
  [
    'changes of direction',
    'https://host.example/\u202egpj.exe',
    1,
    'https://host.example/%E2%80%AEgpj.exe',
  ],
  ['HTML markup', 'https://host.example/"><b>', 1, 'https://host.example/%22%3E%3Cb%3E'],
])('a press creates a report directly, or opens the form: %j', (_, address, privacy, sent) => {
  const expected = sent === FORM ? { form: { url: address } } : { draft: { url: sent, privacy } };
  expect(quickReport(address, privacy)).toEqual(expected);
});

it('the form gets a huge address cut to one character above the limit', () => {
  const form = { url: `${longest}a` };
  expect(quickReport(longest + 'a'.repeat(1_000_000), 1)).toEqual({ form });
});

/** Starts quick reports with mocks. Their job store, form and options page record calls. */
function startWorker() {
  const createJob = vi.fn(
    async (_id: string, _job: NewJob): Promise<Result<Confirmation | null>> => ({ value: null }),
  );
  const openPopupWith = vi.fn(async (_: PopupRequest) => {});
  const openOptions = vi.fn(async () => {});
  let time = 0;
  const report = createQuickReports({
    connection: connectionInUse,
    preferences: preferencesItem,
    createJob,
    openPopupWith,
    openOptions,
    newId: () => 'new-1',
    now: () => time,
  });
  const press = (request: Partial<QuickRequest> = {}) =>
    report({ address: url, privacy: 1, isPrivate: false, ...request });
  const passTime = (seconds: number) => {
    time += seconds * 1000;
  };
  return { createJob, openPopupWith, openOptions, press, passTime };
}

const rejectCall = () => Promise.reject(new Error('Unreadable'));

describe('a report without the form', () => {
  beforeEach(async () => {
    vi.restoreAllMocks();
    emptyBrowser();
    await storeConnection();
  });

  it.each([false, true])('is a private job if its window is private: %s', async (isPrivate) => {
    const { press, createJob, openPopupWith } = startWorker();
    await press({ isPrivate });
    const subjects = [{ kind: 'create', url, privacy: 1 }];
    expect(createJob).toHaveBeenCalledExactlyOnceWith('a', { id: 'new-1', isPrivate, subjects });
    expect(openPopupWith).not.toHaveBeenCalled();
  });

  it('is a job of the connection in use', async () => {
    const { press, createJob } = startWorker();
    await storeConnection({ id: 'b' });
    await press();
    expect(createJob).toHaveBeenCalledExactlyOnceWith('b', expect.anything());
  });

  it('has the default privacy unless the press names one; the default Password opens the form', async () => {
    const { press, createJob, openPopupWith } = startWorker();
    await press({ privacy: null });
    await preferencesItem.write({ ...INITIAL_PREFERENCES, defaultPrivacy: 0 });
    await press({ privacy: null });
    expect(createJob.mock.calls).toMatchObject([
      ['a', { isPrivate: false, subjects: [{ privacy: 1 }] }],
      ['a', { isPrivate: false, subjects: [{ privacy: 0 }] }],
    ]);
    await preferencesItem.write({ ...INITIAL_PREFERENCES, defaultPrivacy: 2 });
    await press({ privacy: null });
    expect(openPopupWith).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ privacy: null }),
    );
  });

  it('is ignored if it is repeated within ten seconds; a later repetition opens the form', async () => {
    const { press, createJob, openPopupWith, passTime } = startWorker();
    await press();
    passTime(9);
    await press();
    expect(createJob).toHaveBeenCalledOnce();
    passTime(11);
    createJob.mockResolvedValue({ value: { reason: 'inProgress', jobId: 'other' } });
    await press();
    expect(openPopupWith).toHaveBeenCalledExactlyOnceWith(
      ...[{ connectionId: 'a', kind: 'draft', url, privacy: 1, isPrivate: false }],
    );
  });

  it('is stored at once after a report with another privacy, window or page', async () => {
    const { press, createJob } = startWorker();
    await press();
    await press({ privacy: 0 });
    await press({ privacy: 0, isPrivate: true });
    await press({ address: `${url}2`, privacy: 0, isPrivate: true });
    expect(createJob).toHaveBeenCalledTimes(4);
  });

  it('opens the form for a confirmation and after a failure to store', async () => {
    const { press, createJob, openPopupWith } = startWorker();
    await press({ address: risky, privacy: 0, isPrivate: true });
    expect(createJob).not.toHaveBeenCalled();
    createJob.mockResolvedValue({ failure: { code: 'notStored' } });
    await press();
    expect(openPopupWith.mock.calls).toEqual([
      [{ connectionId: 'a', kind: 'draft', url: risky, privacy: 0, isPrivate: true }],
      [{ connectionId: 'a', kind: 'draft', url, privacy: 1, isPrivate: false }],
    ]);
  });

  it.each<[string, (worker: ReturnType<typeof startWorker>) => unknown]>([
    ['no service is connected', () => connectionsItem.remove()],
    [
      'the connection cannot be read',
      () => vi.spyOn(connectionInUse, 'read').mockImplementation(rejectCall),
    ],
    [
      'the default privacy cannot be read',
      () => vi.spyOn(preferencesItem, 'read').mockImplementation(rejectCall),
    ],
    [
      'neither report nor form can be stored',
      ({ createJob, openPopupWith }) => {
        createJob.mockResolvedValue({ failure: { code: 'notStored' } });
        openPopupWith.mockImplementation(rejectCall);
      },
    ],
    ['the background does not answer', ({ createJob }) => createJob.mockImplementation(rejectCall)],
  ])('opens the options page if %s', async (_, prepare) => {
    const worker = startWorker();
    await prepare(worker);
    // Opening the options page can also fail, for example without a window.
    worker.openOptions.mockImplementation(rejectCall);
    await expect(worker.press()).resolves.toBeUndefined();
    expect(worker.openOptions).toHaveBeenCalled();
  });
});
