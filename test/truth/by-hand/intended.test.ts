import { describe, expect, it } from 'vitest';
import { findingOn } from '@/components/table/mutable-findings';
import {
  changedMarks,
  type MarkRecord,
  type MarksChange,
  openMutes,
  shownMarks,
} from '@/lib/history/marks';
import { mergedMarks } from '@/lib/history/merge';
import { pageHistory } from '@/lib/history/page-history';
import { clientName, createClientNames } from '@/lib/report/compare/client-names';
import { clientKind, clientsOf, isFixedOn } from '@/lib/report/compare/clients';
import { overviewOf, type PageRow, pageRow, problemsOf } from '@/lib/report/compare/findings';
import { intendedProblems } from '@/lib/report/compare/intended';
import { pagesOf } from '@/lib/report/compare/pages';
import { judgedPages, pagesWith, TICKET_STATUSES } from '@/lib/report/compare/tickets';
import { ticketsByClient } from '@/lib/report/compare/tickets-by-client';
import { muteTargets } from '@/lib/report/mute-targets';
import { mutesOfPages } from '@/lib/report/mutes';
import { resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { knownTrend } from '../../support/known-trends';
import { reportOn } from '../../support/sample-report';

/** With the base *week*, the results of November 12 are the bases. */
const NOW = new Date(2026, 10, 26, 15);

const [MILL, SHOP, JOINED] = ['mill.example', 'shop.mill.example', 'Mill'];
const [A, B, LATER] = [`${MILL}/a`, `${MILL}/b`, `${MILL}/later`] as const;
const [C, D] = [`${SHOP}/c`, `${SHOP}/d`] as const;
const [NOINDEX, SITEMAP] = ['noindex:failed', 'sitemap:failed'] as const;

/** The id of each report, the page, the day, the score, and the failed checks. */
const REPORTS: readonly Report[] = [
  reportOn(1, A, 12, 80),
  reportOn(2, B, 12, 70, NOINDEX, SITEMAP),
  reportOn(3, C, 12, 80, SITEMAP),
  reportOn(4, D, 12, 60, 'title:too_short'),
  reportOn(5, A, 24, 70, NOINDEX),
  reportOn(6, B, 24, 70, NOINDEX, SITEMAP),
  reportOn(7, C, 24, 70, NOINDEX, SITEMAP),
  reportOn(8, D, 24, 60, 'title:too_short'),
];

type Browser = ReturnType<typeof openBrowser>;

/** Opens a browser with the reports of two clients, as if a person pressed buttons in it. */
function openBrowser() {
  let records: MarkRecord[] = [];
  let reports = REPORTS;
  let minute = 0;

  function put(changed: readonly MarkRecord[]): void {
    records = [...new Map([...records, ...changed].map((mark) => [mark.key, mark])).values()];
  }

  /** Applies changes a minute after the last changes. */
  function apply(...changes: MarksChange[]): void {
    minute += 1;
    const now = new Date(2026, 10, 26, 9, minute).toISOString();
    for (const change of changes) {
      const changed = changedMarks(records, change, now);
      put('most' in changed ? expect.fail(`The limit is ${changed.most}.`) : changed);
    }
  }

  function names() {
    const { joined, apart } = shownMarks(records);
    return createClientNames(joined, apart);
  }

  function rows(): PageRow[] {
    const pages = pagesOf(reports, names().of);
    return pages.map((page) => {
      const mutes = mutesOf(page.key);
      const content = { reports, since: 'week' as const, now: NOW, mutes };
      return pageRow(page, knownTrend(page.report, content), mutes);
    });
  }

  const mutesOf = (page: string) => mutesOfPages(openMutes(records), [page])[0] ?? [];
  const rowOf = (page: string) => rows().find(({ key }) => key === page) ?? expect.fail(page);
  const rowsOfClient = (page: string) =>
    rows().filter(({ client }) => client === rowOf(page).client);

  function mutesOfRows(check: string, all: readonly PageRow[]): MarksChange[] {
    const findings = all.flatMap((row) => findingOn(row, check));
    return muteTargets(check, findings).map((target) => ({
      kind: 'addMute',
      mute: { ...target, id: crypto.randomUUID(), at: NOW.toISOString(), note: '' },
    }));
  }

  function ticketText(client: string): string {
    const resultsOf = (page: string) => {
      const ofPage = reports.filter((report) => referTo(report).page === page);
      return pageHistory(ofPage, ofPage.flatMap(resultOf)).results;
    };
    return ticketsByClient(shownMarks(records).tickets, names())
      .filter((ticket) => ticket.client === client)
      .map((ticket) => {
        const pages = judgedPages(ticket, resultsOf, mutesOf) ?? [];
        const counts = TICKET_STATUSES.map((status) => [status, pagesWith(status, pages).length]);
        const texts = counts.flatMap(([status, count]) => (count ? `${count} ${status}` : []));
        return `ticket: ${texts.join(', ')}`;
      })
      .join(' · ');
  }

  return {
    apply,
    /** Mutes a check in the menu of one page. */
    onPage: (check: string, page: string) => mutesOfRows(check, [rowOf(page)]),
    /** Mutes a check on the pages of a page's client that fail now. */
    onClient: (check: string, page: string) => mutesOfRows(check, rowsOfClient(page)),
    /** *Show again* in the report of a page. */
    showAgain: (check: string, page: string): MarksChange[] =>
      mutesOf(page)
        .filter((mute) => mute.check === check)
        .map(({ id, host }) => ({ kind: 'endMute', id, pages: host === null ? [page] : null })),
    /** *Show again* in the list of intended findings of a page's client. */
    showAgainInList: (check: string, page: string): MarksChange[] =>
      intendedProblems(rowsOfClient(page))
        .filter(({ name }) => name === check)
        .flatMap(({ mutes, pageKeys }) =>
          mutes.map(({ id, host }) => ({
            kind: 'endMute',
            id,
            pages: host === null ? pageKeys : null,
          })),
        ),
    /** Copies a ticket of pages, like the client's ticket of a check. */
    copyTicket(check: string, ...pages: string[]): void {
      const ofTicket = pages.map(rowOf);
      const client = ofTicket[0]?.client ?? null;
      const ticket = {
        id: crypto.randomUUID(),
        client,
        check,
        at: NOW.toISOString(),
        pages: ofTicket.map(({ report }) => ({
          report: referTo(report),
          found: null,
          ...(clientName(report) !== client && { client: clientName(report) }),
        })),
      };
      apply({ kind: 'addTicket', ticket });
    },
    measure(...measured: Report[]): void {
      reports = [...reports, ...measured];
    },
    backup: (): readonly MarkRecord[] => records,
    restore: (backup: readonly MarkRecord[]) => put(mergedMarks(records, backup).changed),
    deleteHistory(): void {
      records = [];
    },
    isJoined: () => shownMarks(records).joined.length > 0,
    join: () => apply({ kind: 'joinClients', name: JOINED, clients: [MILL, SHOP] }),
    takeApart: () => apply({ kind: 'takeApart', name: JOINED }),
    /** Returns the texts of the clients: "noindex 2 (1 new) · intended title 1 · worse". */
    clients(): Record<string, string> {
      const intended = intendedProblems(rows());
      return Object.fromEntries(
        clientsOf(rows()).map(({ name, pages }) => {
          const problems = Object.values(problemsOf(pages)).flat();
          const checks = [...new Set(REPORTS.flatMap(({ failedChecks }) => failedChecks ?? []))];
          const fixed = [...new Set(checks.map((check) => check.name))]
            .map((check) => [check, pages.filter((row) => isFixedOn(row, { name: check })).length])
            .filter(([, count]) => count !== 0);
          const muted = intended.filter(({ client }) => client === name);
          const texts = [
            problems.map(
              ({ name: check, pages: count, appeared }) =>
                `${check} ${count}${appeared > 0 ? ` (${appeared} new)` : ''}`,
            ),
            muted.map((problem) => `intended ${problem.name} ${problem.pages}`),
            fixed.map(([check, count]) => `fixed ${check} ${count}`),
          ];
          const listed = texts.map((all) => all.toSorted().join(', '));
          return [
            name,
            [...listed, clientKind(overviewOf(pages)), ticketText(name)]
              .filter(Boolean)
              .join(' · '),
          ];
        }),
      );
    },
  };
}

/** Nothing is muted. `a` fell from 80 to 70 with Noindex, and `b` failed already in the base. */
const MILL_BEFORE = 'noindex 2 (1 new), sitemap 1 · worse';
/** `c` fell from 80 to 70 with Noindex. */
const SHOP_BEFORE = 'noindex 1 (1 new), sitemap 1, title 1 · worse';
/** 2 + 1 pages with Noindex, of which 1 + 1 are new; 1 + 1 pages with Sitemap. */
const JOINED_BEFORE = 'noindex 3 (2 new), sitemap 2, title 1 · worse';
const BEFORE: Expected = [MILL_BEFORE, SHOP_BEFORE, JOINED_BEFORE];

/** Noindex is muted on `a`, whose fall is then intended. */
const WITHOUT_A: Expected = [
  'noindex 1, sitemap 1 · intended noindex 1 · same',
  SHOP_BEFORE,
  'noindex 2 (1 new), sitemap 2, title 1 · intended noindex 1 · worse',
];
/** Noindex is muted on `b`, which has not changed. */
const WITHOUT_B: Expected = [
  'noindex 1 (1 new), sitemap 1 · intended noindex 1 · worse',
  SHOP_BEFORE,
  'noindex 2 (2 new), sitemap 2, title 1 · intended noindex 1 · worse',
];
/** Noindex is muted on `a` and `b`. */
const WITHOUT_MILL: Expected = [
  'sitemap 1 · intended noindex 2 · same',
  SHOP_BEFORE,
  'noindex 1 (1 new), sitemap 2, title 1 · intended noindex 2 · worse',
];
/** Sitemap is muted for mill.example. */
const WITHOUT_SITEMAP: Expected = [
  'noindex 2 (1 new) · intended sitemap 1 · worse',
  SHOP_BEFORE,
  'noindex 3 (2 new), sitemap 1, title 1 · intended sitemap 1 · worse',
];

/** The texts of mill.example, shop.mill.example, and of both put together. */
type Expected = [mill: string, shop: string, joined: string];
type Start = 'single' | 'joined';
type Case = [
  name: string,
  steps: (browser: Browser) => void,
  expected: Expected,
  /** Whether the clients are put together before the first step; both if absent. */
  start?: Start,
];

const CASES: Case[] = [
  ['nothing muted', () => {}, BEFORE],

  // Where a check is muted.
  ['muted on a page', (on) => on.apply(...on.onPage('noindex', A)), WITHOUT_A],
  [
    'muted on the failing pages of a client',
    (on) => on.apply(...on.onClient('noindex', A)),
    WITHOUT_MILL,
    'single',
  ],
  [
    'muted on the failing pages of a joined client',
    (on) => on.apply(...on.onClient('noindex', A)),
    [
      'sitemap 1 · intended noindex 2 · same',
      'sitemap 1, title 1 · intended noindex 1 · same',
      'sitemap 2, title 1 · intended noindex 3 · same',
    ],
    'joined',
  ],
  ['muted for a host', (on) => on.apply(...on.onPage('sitemap', B)), WITHOUT_SITEMAP],
  [
    'muted for both hosts of a joined client',
    (on) => on.apply(...on.onClient('sitemap', B)),
    [
      'noindex 2 (1 new) · intended sitemap 1 · worse',
      'noindex 1 (1 new), title 1 · intended sitemap 1 · worse',
      'noindex 3 (2 new), title 1 · intended sitemap 2 · worse',
    ],
    'joined',
  ],

  // Another kind of error.
  [
    'the muted kind of error',
    (on) => on.apply(...on.onPage('title', D)),
    [
      MILL_BEFORE,
      'noindex 1 (1 new), sitemap 1 · intended title 1 · worse',
      'noindex 3 (2 new), sitemap 2 · intended title 1 · worse',
    ],
  ],
  ...['title:missing', 'title:too_short+missing'].map(
    (failed): Case => [
      `another kind of error than the muted one: ${failed}`,
      (on) => {
        on.apply(...on.onPage('title', D));
        on.measure(reportOn(9, D, 25, 60, failed));
      },
      [
        MILL_BEFORE,
        'noindex 1 (1 new), sitemap 1, title 1 (1 new) · worse',
        'noindex 3 (2 new), sitemap 2, title 1 (1 new) · worse',
      ],
    ],
  ),

  // A page that fails later.
  [
    'a page that fails after the mute of a page',
    (on) => {
      on.apply(...on.onPage('noindex', A));
      on.measure(reportOn(9, LATER, 12, 80), reportOn(10, LATER, 25, 70, NOINDEX));
    },
    [
      'noindex 2 (1 new), sitemap 1 · intended noindex 1 · worse',
      SHOP_BEFORE,
      'noindex 3 (2 new), sitemap 2, title 1 · intended noindex 1 · worse',
    ],
  ],
  [
    'a page that fails after the mute of a client',
    (on) => {
      on.apply(...on.onClient('noindex', A));
      on.measure(reportOn(9, LATER, 12, 80), reportOn(10, LATER, 25, 70, NOINDEX));
    },
    [
      'noindex 1 (1 new), sitemap 1 · intended noindex 2 · worse',
      SHOP_BEFORE,
      'noindex 2 (2 new), sitemap 2, title 1 · intended noindex 2 · worse',
    ],
    'single',
  ],
  [
    'a page that fails after the mute of a joined client',
    (on) => {
      on.apply(...on.onClient('noindex', A));
      on.measure(reportOn(9, LATER, 12, 80), reportOn(10, LATER, 25, 70, NOINDEX));
    },
    [
      'noindex 1 (1 new), sitemap 1 · intended noindex 2 · worse',
      'sitemap 1, title 1 · intended noindex 1 · same',
      'noindex 1 (1 new), sitemap 2, title 1 · intended noindex 3 · worse',
    ],
    'joined',
  ],
  [
    // The fall of the page from 80 to 75 is intended.
    'a page that fails after the mute of its host',
    (on) => {
      on.apply(...on.onPage('sitemap', B));
      on.measure(reportOn(9, LATER, 12, 80), reportOn(10, LATER, 25, 75, SITEMAP));
    },
    [
      'noindex 2 (1 new) · intended sitemap 2 · worse',
      SHOP_BEFORE,
      'noindex 3 (2 new), sitemap 1, title 1 · intended sitemap 2 · worse',
    ],
  ],

  // Muted while a ticket is open.
  [
    'muted on one of two pages of a ticket, which both fail later',
    (on) => {
      on.copyTicket('noindex', A, B);
      on.apply(...on.onPage('noindex', A));
      on.measure(reportOn(9, A, 25, 70, NOINDEX), reportOn(10, B, 25, 70, NOINDEX, SITEMAP));
    },
    [
      'noindex 1, sitemap 1 · intended noindex 1 · same · ticket: 1 failing, 1 muted',
      SHOP_BEFORE,
      'noindex 2 (1 new), sitemap 2, title 1 · intended noindex 1 · worse · ticket: 1 failing, 1 muted',
    ],
  ],
  [
    'muted on one of three pages of the ticket of a joined client',
    (on) => {
      on.copyTicket('noindex', A, B, C);
      on.apply(...on.onPage('noindex', A));
      on.measure(reportOn(9, B, 25, 70, NOINDEX, SITEMAP));
    },
    [
      'noindex 1, sitemap 1 · intended noindex 1 · same · ticket: 1 failing, 1 muted',
      `${SHOP_BEFORE} · ticket: 1 unmeasured`,
      'noindex 2 (1 new), sitemap 2, title 1 · intended noindex 1 · worse · ticket: 1 failing, 1 unmeasured, 1 muted',
    ],
    'joined',
  ],
  [
    'muted for the host of a ticket',
    (on) => {
      on.copyTicket('sitemap', B);
      on.apply(...on.onPage('sitemap', B));
    },
    [
      `${WITHOUT_SITEMAP[0]} · ticket: 1 muted`,
      WITHOUT_SITEMAP[1],
      `${WITHOUT_SITEMAP[2]} · ticket: 1 muted`,
    ],
  ],

  // Fixed while muted. The scores rise: `a` has 80 as in the base, `b` has 80 after 70.
  [
    'fixed without a mute',
    (on) => {
      on.copyTicket('noindex', A, B);
      on.measure(reportOn(9, A, 25, 80), reportOn(10, B, 25, 80, SITEMAP));
    },
    [
      'sitemap 1 · fixed noindex 2 · better · ticket: 2 fixed',
      SHOP_BEFORE,
      'noindex 1 (1 new), sitemap 2, title 1 · fixed noindex 2 · worse · ticket: 2 fixed',
    ],
  ],
  [
    'fixed while muted',
    (on) => {
      on.copyTicket('noindex', A, B);
      on.apply(...on.onPage('noindex', A), ...on.onPage('noindex', B));
      on.measure(reportOn(9, A, 25, 80), reportOn(10, B, 25, 80, SITEMAP));
    },
    [
      'sitemap 1 · better · ticket: 2 muted',
      SHOP_BEFORE,
      'noindex 1 (1 new), sitemap 2, title 1 · worse · ticket: 2 muted',
    ],
  ],
  [
    // The mute ends on both pages, though the list counts only the page that fails.
    'fixed while muted on one of two pages, then shown again',
    (on) => {
      on.copyTicket('noindex', A, B);
      on.apply(...on.onClient('noindex', A));
      on.measure(reportOn(9, B, 25, 80, SITEMAP));
      on.apply(...on.showAgainInList('noindex', A));
    },
    [
      'noindex 1 (1 new), sitemap 1 · fixed noindex 1 · worse · ticket: 1 fixed, 1 unmeasured',
      SHOP_BEFORE,
      'noindex 2 (2 new), sitemap 2, title 1 · fixed noindex 1 · worse · ticket: 1 fixed, 1 unmeasured',
    ],
  ],

  // Unmuted.
  [
    'muted on a page, then shown again',
    (on) => {
      on.apply(...on.onPage('noindex', A));
      on.apply(...on.showAgain('noindex', A));
    },
    BEFORE,
  ],
  [
    'muted on the pages of a client, then shown again on one page',
    (on) => {
      on.apply(...on.onClient('noindex', A));
      on.apply(...on.showAgain('noindex', A));
    },
    WITHOUT_B,
    'single',
  ],
  [
    'muted on the pages of a client, then shown again in its list',
    (on) => {
      on.apply(...on.onClient('noindex', A));
      on.apply(...on.showAgainInList('noindex', A));
    },
    BEFORE,
  ],
  [
    'muted on the pages of a joined client, then shown again in the list of one of its clients',
    (on) => {
      on.apply(...on.onClient('noindex', A));
      on.takeApart();
      on.apply(...on.showAgainInList('noindex', A));
    },
    [
      MILL_BEFORE,
      'sitemap 1, title 1 · intended noindex 1 · same',
      'noindex 2 (1 new), sitemap 2, title 1 · intended noindex 1 · worse',
    ],
    'joined',
  ],
  [
    'muted on the pages of two clients, then shown again in the list of the joined client',
    (on) => {
      on.apply(...on.onClient('noindex', A), ...on.onClient('noindex', C));
      on.join();
      on.apply(...on.showAgainInList('noindex', A));
    },
    BEFORE,
    'single',
  ],
  [
    'muted for a host, then shown again on one page',
    (on) => {
      on.apply(...on.onPage('sitemap', B));
      on.apply(...on.showAgain('sitemap', B));
    },
    BEFORE,
  ],
  [
    'muted while a ticket was open, then shown again',
    (on) => {
      on.copyTicket('noindex', A, B);
      on.apply(...on.onPage('noindex', A));
      on.measure(reportOn(9, A, 25, 70, NOINDEX), reportOn(10, B, 25, 70, NOINDEX, SITEMAP));
      on.apply(...on.showAgain('noindex', A));
    },
    [`${MILL_BEFORE} · ticket: 2 failing`, SHOP_BEFORE, `${JOINED_BEFORE} · ticket: 2 failing`],
  ],

  // Two windows. Each press depends on what its window showed before the other press.
  [
    'muted in two windows',
    (on) => on.apply(...on.onPage('noindex', A), ...on.onPage('noindex', A)),
    WITHOUT_A,
  ],
  [
    'muted in two windows, then shown again',
    (on) => {
      on.apply(...on.onPage('noindex', A), ...on.onPage('noindex', A));
      on.apply(...on.showAgain('noindex', A));
    },
    BEFORE,
  ],
  [
    'muted for a host in two windows, then shown again',
    (on) => {
      on.apply(...on.onPage('sitemap', B), ...on.onPage('sitemap', B));
      on.apply(...on.showAgain('sitemap', B));
    },
    BEFORE,
  ],
  [
    'muted on a page in one window and on the pages of the client in another',
    (on) => on.apply(...on.onPage('noindex', A), ...on.onClient('noindex', A)),
    WITHOUT_MILL,
    'single',
  ],
  [
    'muted on a page in one window and for the client in another, then shown again on the page',
    (on) => {
      on.apply(...on.onPage('noindex', A), ...on.onClient('noindex', A));
      on.apply(...on.showAgain('noindex', A));
    },
    WITHOUT_B,
    'single',
  ],
  [
    'shown again in two windows',
    (on) => {
      on.apply(...on.onPage('noindex', A));
      on.apply(...on.showAgain('noindex', A), ...on.showAgainInList('noindex', A));
    },
    BEFORE,
  ],

  // Restored from a backup.
  [
    'muted on a page, and restored in another browser',
    (on) => {
      on.apply(...on.onPage('noindex', A));
      const backup = on.backup();
      on.deleteHistory();
      on.restore(backup);
    },
    WITHOUT_A,
  ],
  [
    'muted for a host, and restored in another browser',
    (on) => {
      on.apply(...on.onPage('sitemap', B));
      const backup = on.backup();
      on.deleteHistory();
      on.restore(backup);
    },
    WITHOUT_SITEMAP,
  ],
  [
    'shown again before a backup with the mute is restored',
    (on) => {
      on.apply(...on.onPage('noindex', A));
      const backup = on.backup();
      on.apply(...on.showAgain('noindex', A));
      on.restore(backup);
    },
    BEFORE,
  ],
  [
    'shown again on one page before a backup with the mute of the client is restored',
    (on) => {
      on.apply(...on.onClient('noindex', A));
      const backup = on.backup();
      on.apply(...on.showAgain('noindex', A));
      on.restore(backup);
    },
    WITHOUT_B,
    'single',
  ],
  [
    'muted again after a backup in which the mute has ended',
    (on) => {
      on.apply(...on.onPage('noindex', A));
      on.apply(...on.showAgain('noindex', A));
      const backup = on.backup();
      on.apply(...on.onPage('noindex', A));
      on.restore(backup);
    },
    WITHOUT_A,
  ],
];

const WITH_STARTS = CASES.flatMap(([name, steps, expected, start]) =>
  (start === undefined ? (['single', 'joined'] as const) : [start]).map(
    (one): [string, Start, Case[1], Expected] => [name, one, steps, expected],
  ),
);

describe('the numbers of clients, tickets and intended findings', () => {
  it.each(WITH_STARTS)('%s, with %s clients at first', (_, start, steps, expected) => {
    const browser = openBrowser();
    if (start === 'joined') browser.join();
    steps(browser);
    const [mill, shop, joined] = expected;
    // The numbers stay true when the clients are put together and taken apart.
    for (let turn = 0; turn < 3; turn += 1) {
      const isJoined = browser.isJoined();
      expect(browser.clients()).toEqual(
        isJoined ? { [JOINED]: joined } : { [MILL]: mill, [SHOP]: shop },
      );
      if (isJoined) browser.takeApart();
      else browser.join();
    }
  });
});
