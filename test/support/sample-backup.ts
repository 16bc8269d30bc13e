import type { BackupSource } from '@/lib/history/backup-file';
import type { BackupHistory, BackupRecord, BackupSettings } from '@/lib/history/backup-format';
import {
  dueKey,
  joinedClientKey,
  languageKey,
  type MarkRecord,
  muteKey,
  starKey,
  summaryKey,
  ticketKey,
} from '@/lib/history/marks';
import type { ResultRecord } from '@/lib/history/records';
import type { DueSubject, Rhythm } from '@/lib/report/compare/due';
import { dayOf } from '@/lib/report/compare/local-day';
import type { Mute } from '@/lib/report/mutes';
import { Privacy } from '@/lib/report/privacy';
import { SVG_LOGO } from './logos';
import { sampleReport } from './sample-report';

export const SAVED_AT = '2026-11-29T18:40:00.000Z';

export const SAMPLE_SETTINGS: BackupSettings = {
  preferences: {
    defaultPrivacy: Privacy.Public,
    notifiesOfDone: true,
    notifiesOfAttention: false,
    notifiesOfWorse: true,
    keepsUpToDate: true,
    showsPageRating: false,
    comparedSince: 'month',
    unfoldsProblems: false,
  },
  agency: { name: 'Voss Search Studio', color: '#0b6b6a', logo: SVG_LOGO },
  connections: [
    {
      baseUrl: 'https://reports.example.com',
      account: { id: '7', email: 'ada@example.com' },
      label: 'Ada',
      reportLink: 'https://reports.example.com/r/{id}',
      headerNames: ['X-Office'],
    },
  ],
};

export function sampleHistory(connectionId: string, accountId: string | null = '7'): BackupHistory {
  return {
    connectionId,
    identity: {
      baseUrl: 'https://reports.example.com',
      account: accountId === null ? null : { id: accountId, email: null },
      label: 'Ada',
      usedAt: '2026-11-28T09:00:00.000Z',
    },
  };
}

/**
 * Returns a past result of a page. In this function and the functions below, `day` is a day of November 2026.
 */
export function resultOn(page: string, day: number, reportId = '1'): ResultRecord {
  return {
    page,
    reportId,
    result: 'decent',
    score: 60,
    generatedAt: new Date(Date.UTC(2026, 10, day, 10)).toISOString(),
    failedChecks: [{ name: 'title', importance: 'high', errors: ['missing'] }],
  };
}

type MarkState = 'open' | 'ended';

export function starOn(page: string, day: number, state: MarkState = 'open'): MarkRecord {
  return { kind: 'star', key: starKey(page), page, ...markDates(day, state) };
}

export function ticketOn(
  id: string,
  page: string,
  day: number,
  state: MarkState = 'open',
): MarkRecord {
  const report = { id: '1', page, url: `https://${page}`, generatedAt: MADE_AT };
  return {
    kind: 'ticket',
    key: ticketKey(id),
    ticket: {
      id,
      client: null,
      check: 'title',
      at: MADE_AT,
      pages: [{ report, found: 'No title' }],
    },
    ...markDates(day, state),
  };
}

export function summaryOn(client: string, day: number): MarkRecord {
  const days = [dayOf(new Date(2026, 10, day))];
  return { kind: 'summary', key: summaryKey(client), client, days, ...markDates(day, 'open') };
}

export function languageOn(client: string, language: string, day: number): MarkRecord {
  const key = languageKey(client);
  return { kind: 'language', key, client, language, ...markDates(day, 'open') };
}

/** Returns a mute of the check `title` on some pages. */
export function muteOn(
  id: string,
  pages: readonly string[],
  day: number,
  state: MarkState = 'open',
): MarkRecord {
  const mute = {
    id,
    check: 'title',
    at: MADE_AT,
    note: 'The title is short.',
    pages: pages.map((page) => ({ page, errors: ['too_short'] })),
  };
  return { kind: 'mute', key: muteKey(id), mute, ...markDates(day, state) };
}

/** Returns a mute of the check `sitemap` for a host. */
export function muteOnHost(id: string, host: string, day: number): MarkRecord {
  const mute: Mute = { id, check: 'sitemap', at: MADE_AT, note: '', host, errors: ['failed'] };
  return { kind: 'mute', key: muteKey(id), mute, ...markDates(day, 'open') };
}

export function joinedOn(
  name: string,
  clients: string[],
  day: number,
  state: MarkState = 'open',
): MarkRecord {
  const key = joinedClientKey(name);
  return { kind: 'joinedClient', key, name, clients, days: [], ...markDates(day, state) };
}

/** Returns a mark with which a subject is due every Monday, by default. */
export function dueOn(
  subject: DueSubject,
  day: number,
  state: MarkState = 'open',
  rhythm: Rhythm = { every: 'week', weekday: 1 },
): MarkRecord {
  const due = { subject, rhythm, notNowOn: null };
  return { kind: 'due', key: dueKey(subject), due, ...markDates(day, state) };
}

const MADE_AT = '2026-11-01T00:00:00.000Z';

function markDates(day: number, state: MarkState) {
  const changedAt = new Date(Date.UTC(2026, 10, day)).toISOString();
  return { madeAt: MADE_AT, changedAt, endedAt: state === 'ended' ? changedAt : null };
}

/** Two marks, a report with and a report without a result, and a past result. */
export const SAMPLE_RECORDS: readonly BackupRecord[] = [
  { mark: starOn('host.example/1', 2) },
  { mark: ticketOn('t1', 'host.example/1', 3) },
  {
    report: sampleReport('1'),
    found: [
      {
        name: 'title',
        isPassed: false,
        importance: 'high',
        value: { fields: [{ name: '1', value: null }], more: 3 },
        reasons: [{ name: 'missing', value: null }],
        details: [],
      },
    ],
  },
  { report: sampleReport('2', { result: null, generatedAt: null }), found: null },
  { result: resultOn('host.example/1', 1) },
];

export function sampleSource(records: readonly BackupRecord[] = SAMPLE_RECORDS): BackupSource {
  return {
    savedAt: SAVED_AT,
    settings: SAMPLE_SETTINGS,
    histories: [sampleHistory('a')],
    async *readRecords() {
      yield records;
    },
  };
}
