import { lastSummaryDays, type Marks, withJoinedSummaries } from '@/lib/history/marks';
import { pageHistory } from '@/lib/history/page-history';
import { type ClientNames, createClientNames } from '@/lib/report/compare/client-names';
import { type PageRow, pageRow } from '@/lib/report/compare/findings';
import { type Day, dayOf as localDayOf } from '@/lib/report/compare/local-day';
import { type PageSince, pageSince, trendOf } from '@/lib/report/compare/page-change';
import { pagesOf } from '@/lib/report/compare/pages';
import {
  type ClosedTicket,
  type FailingAgainTicket,
  failingAgainTickets,
  type Ticket,
  type TicketPage,
} from '@/lib/report/compare/tickets';
import { countFailed, type FailedCheck } from '@/lib/report/importance';
import { HOST_CHECKS, type Mute, mutesOfPages, type PageMute } from '@/lib/report/mutes';
import { type PastResult, resultOf } from '@/lib/report/past-result';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { sampleReport } from '../support/sample-report';
import { type ClientHistory, kindsIn, type RawReport, type RawResult } from './client-histories';
import { importanceOf, type TicketTruth, ticketsOf } from './plain-truth';

/** The values that the extension stores and computes for a history. */
export interface ExtensionValues {
  /** Returns the closed tickets of a check, if it fails again on these pages. */
  failingAgain(check: string, rows: readonly PageRow[]): FailingAgainTicket[];
  /** The reports that the table has read, newest first. */
  reports: readonly Report[];
  rows: readonly PageRow[];
  /** Returns the stored results of a page, oldest first. */
  resultsOf(page: string): readonly PastResult[];
  /** Returns all known reports of a page, newest first. */
  reportsOf(page: string): readonly Report[];
  /** Returns the mutes of a page. Each call for the same page returns the same array. */
  mutesOf(page: string): PageMute[];
}

/** Converts a history to the values of the extension, and compares its pages. */
export function valuesOf(history: ClientHistory): ExtensionValues {
  const all = history.reports.map((raw) => reportOf(raw));
  const reports = all.slice(0, history.read);
  const known = history.knowsUnread ? history.reports : history.reports.slice(0, history.read);
  const stored = new Map<string, { reports: Report[]; past: PastResult[] }>();
  for (const [index, raw] of known.entries()) {
    const report = all[index];
    if (report === undefined) continue;
    const { page } = referTo(report);
    const values = stored.get(page) ?? { reports: [], past: [] };
    values.reports.push(report);
    for (const result of raw.results.slice(0, -1)) {
      values.past.push(...resultOf(reportOf(raw, result)));
    }
    stored.set(page, values);
  }
  const histories = new Map(
    [...stored].map(([page, values]) => [page, pageHistory(values.reports, values.past)]),
  );
  const { tickets, closed } = marksOf(history);
  const resultsOf = (page: string) => histories.get(page)?.results ?? [];
  const mutesByPage = new Map<string, PageMute[]>();
  function mutesOf(page: string): PageMute[] {
    const mutes = mutesByPage.get(page) ?? mutesOfPages(mutesIn(history), [page])[0] ?? [];
    mutesByPage.set(page, mutes);
    return mutes;
  }
  return {
    reports,
    failingAgain: (check, rows) => failingAgainTickets(check, rows, tickets, closed),
    rows: pagesOf(reports, namesOf(history).of).map((page) =>
      pageRow(
        page,
        trendOf(
          page.report,
          resultsOf(page.key),
          sinceOf(page.report, history),
          history.now,
          mutesOf(page.key),
        ),
        mutesOf(page.key),
      ),
    ),
    resultsOf,
    reportsOf: (page) => histories.get(page)?.reports ?? [],
    mutesOf,
  };
}

function mutesIn({ mutes, now }: ClientHistory): Mute[] {
  return mutes.map(({ check, kinds, pages, host }, at): Mute => {
    const fields = { id: `${at}`, at: now.toISOString(), note: '' };
    const errors = kinds && [...kinds];
    const hostCheck = HOST_CHECKS.find((name) => name === check);
    if (host !== null && hostCheck !== undefined) {
      return { ...fields, check: hostCheck, host, errors };
    }
    return { ...fields, check, pages: (pages ?? []).map((page) => ({ page, errors })) };
  });
}

/** Returns since when the pages of a report's client are compared. */
export function sinceOf(report: Report, history: ClientHistory): PageSince {
  const days = lastSummaryDays(summariesOf(history), localDayOf(history.now));
  return pageSince(history.since, days.get(namesOf(history).of(report)) ?? null);
}

/** Returns the names of single and joined clients. */
export function namesOf({ joined }: ClientHistory): ClientNames {
  return createClientNames(joined);
}

function summariesOf(history: ClientHistory): Marks['summaries'] {
  const summaries = history.summaries.map(({ client, days }) => ({ client, days: days as Day[] }));
  return withJoinedSummaries({ summaries, joined: joinedIn(history) }, localDayOf(history.now));
}

function joinedIn({ joined }: ClientHistory): Marks['joined'] {
  return joined.map(({ name, clients, days }) => ({ name, clients, days: days as Day[] }));
}

/** Returns all checks that the service names as failed; null if the service sent no checks. */
function allFailed(result: RawResult): string[] | null {
  return result.failed ? [...result.failed, ...result.muted] : null;
}

/** Returns the report as the service lists it when `result` is its newest result. */
export function reportOf(raw: RawReport, result = raw.results.at(-1)): Report {
  const failedChecks =
    (result &&
      allFailed(result)?.map((name): FailedCheck => {
        const errors = kindsIn(result, name);
        return { name, importance: importanceOf(name), ...(errors && { errors: [...errors] }) };
      })) ??
    null;
  return sampleReport(`${raw.id}`, {
    url: raw.page,
    fullUrl: raw.address,
    result: result?.rating ?? null,
    score: result?.score ?? null,
    failed: failedChecks && countFailed(failedChecks),
    failedChecks,
    privacy: raw.isPublic ? Privacy.Public : Privacy.Private,
    generatedAt: result?.at ?? null,
    project: raw.project,
  });
}

/** Returns a ticket as it was stored when the problem was copied. */
export function ticketOf({ single, pages, ticket: { check, at } }: TicketTruth): Ticket {
  return {
    id: [single, check, at].join(),
    client: single,
    check,
    at,
    pages: pages.map(({ report, result }): TicketPage => {
      return { report: referTo(reportOf(report, result)), found: null };
    }),
  };
}

/** Returns the marks of a history except stars and mutes, as an extension page receives them. */
export function marksOf(history: ClientHistory): Omit<Marks, 'starred'> {
  const all = ticketsOf(history);
  return {
    summaries: summariesOf(history),
    joined: joinedIn(history),
    apart: [],
    due: [],
    languages: [],
    tickets: all.filter(({ ticket }) => ticket.closedAt === null).map(ticketOf),
    closed: all.flatMap((truth): ClosedTicket[] => {
      const { closedAt } = truth.ticket;
      if (closedAt === null) return [];
      const { id, check, at, pages } = ticketOf(truth);
      return [
        {
          id,
          check,
          at,
          closedAt,
          pages: pages.map(({ report: { page, generatedAt } }) => ({ page, generatedAt })),
        },
      ];
    }),
  };
}

/** Returns what the service found in a failed check. Results of different pages may have the same text. */
export function foundIn({ at }: RawResult, check: string): string {
  return `${check} found ${Number(at.slice(8, 10)) % 2 === 0 ? 'here' : 'there'}`;
}
