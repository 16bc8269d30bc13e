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
const CHECKS = ['noindex', 'sitemap', 'title'];
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

  /** Applies the changes of presses, a minute after the last presses. */
  function press(...presses: MarksChange[][]): void {
    minute += 1;
    const now = new Date(2026, 10, 26, 9, minute).toISOString();
    for (const change of presses.flat()) {
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

  /** Returns "noindex 2 (1 new) · intended title 1 · fixed sitemap 1 · worse · ticket: 2 failing". */
  function clientText(client: string, pages: readonly PageRow[]): string {
    const problems = Object.values(problemsOf(pages)).flat();
    const failing = problems.map(
      ({ name, pages: count, appeared }) =>
        `${name} ${count}${appeared > 0 ? ` (${appeared} new)` : ''}`,
    );
    const intended = intendedProblems(pages).map(
      ({ name, pages: count, mutes }) =>
        `intended ${name} ${count}${mutes.length > 1 ? ` (${mutes.length} mutes)` : ''}`,
    );
    const fixed = CHECKS.flatMap((name) => {
      const count = pages.filter((row) => isFixedOn(row, { name })).length;
      return count === 0 ? [] : `fixed ${name} ${count}`;
    });
    const lists = [failing, intended, fixed].map(listText);
    return [...lists, clientKind(overviewOf(pages)), ticketText(client)]
      .filter((text) => text !== '')
      .join(' · ');
  }

  return {
    press,
    /** Mutes a check in the menu of one page. */
    muteOnPage: (check: string, page: string) => mutesOfRows(check, [rowOf(page)]),
    /** Mutes a check on the pages of a page's client that fail now. */
    muteOnClient: (check: string, page: string) => mutesOfRows(check, rowsOfClient(page)),
    /** *Show again* in the report of a page. */
    showAgainOnPage: (check: string, page: string): MarksChange[] =>
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
      press([{ kind: 'addTicket', ticket }]);
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
    join: () => press([{ kind: 'joinClients', name: JOINED, clients: [MILL, SHOP] }]),
    takeApart: () => press([{ kind: 'takeApart', name: JOINED }]),
    /** Returns the texts of the clients, by name. */
    clients: (): Record<string, string> =>
      Object.fromEntries(
        clientsOf(rows()).map(({ name, pages }) => [name, clientText(name, pages)]),
      ),
  };
}

const listText = (texts: readonly string[]) => texts.toSorted().join(', ');

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

const CASES: Case[] = [
  ['nothing muted', () => {}, BEFORE],

  // Where a check is muted.
  ['muted on a page', (browser) => browser.press(browser.muteOnPage('noindex', A)), WITHOUT_A],
  [
    'muted on the failing pages of a client',
    (browser) => browser.press(browser.muteOnClient('noindex', A)),
    WITHOUT_MILL,
    'single',
  ],
  [
    'muted on the failing pages of a joined client',
    (browser) => browser.press(browser.muteOnClient('noindex', A)),
    [
      'sitemap 1 · intended noindex 2 · same',
      'sitemap 1, title 1 · intended noindex 1 · same',
      'sitemap 2, title 1 · intended noindex 3 · same',
    ],
    'joined',
  ],
  [
    'muted for a host',
    (browser) => browser.press(browser.muteOnPage('sitemap', B)),
    WITHOUT_SITEMAP,
  ],
  [
    'muted for both hosts of a joined client',
    (browser) => browser.press(browser.muteOnClient('sitemap', B)),
    [
      'noindex 2 (1 new) · intended sitemap 1 · worse',
      'noindex 1 (1 new), title 1 · intended sitemap 1 · worse',
      'noindex 3 (2 new), title 1 · intended sitemap 2 (2 mutes) · worse',
    ],
    'joined',
  ],

  // Another kind of error.
  [
    'the muted kind of error',
    (browser) => browser.press(browser.muteOnPage('title', D)),
    [
      MILL_BEFORE,
      'noindex 1 (1 new), sitemap 1 · intended title 1 · worse',
      'noindex 3 (2 new), sitemap 2 · intended title 1 · worse',
    ],
  ],
  ...['title:missing', 'title:too_short+missing'].map(
    (failed): Case => [
      `another kind of error than the muted one: ${failed}`,
      (browser) => {
        browser.press(browser.muteOnPage('title', D));
        browser.measure(reportOn(9, D, 25, 60, failed));
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
    (browser) => {
      browser.press(browser.muteOnPage('noindex', A));
      browser.measure(reportOn(9, LATER, 12, 80), reportOn(10, LATER, 25, 70, NOINDEX));
    },
    [
      'noindex 2 (1 new), sitemap 1 · intended noindex 1 · worse',
      SHOP_BEFORE,
      'noindex 3 (2 new), sitemap 2, title 1 · intended noindex 1 · worse',
    ],
  ],
  [
    'a page that fails after the mute of a client',
    (browser) => {
      browser.press(browser.muteOnClient('noindex', A));
      browser.measure(reportOn(9, LATER, 12, 80), reportOn(10, LATER, 25, 70, NOINDEX));
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
    (browser) => {
      browser.press(browser.muteOnClient('noindex', A));
      browser.measure(reportOn(9, LATER, 12, 80), reportOn(10, LATER, 25, 70, NOINDEX));
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
    (browser) => {
      browser.press(browser.muteOnPage('sitemap', B));
      browser.measure(reportOn(9, LATER, 12, 80), reportOn(10, LATER, 25, 75, SITEMAP));
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
    (browser) => {
      browser.copyTicket('noindex', A, B);
      browser.press(browser.muteOnPage('noindex', A));
      browser.measure(reportOn(9, A, 25, 70, NOINDEX), reportOn(10, B, 25, 70, NOINDEX, SITEMAP));
    },
    [
      'noindex 1, sitemap 1 · intended noindex 1 · same · ticket: 1 failing, 1 muted',
      SHOP_BEFORE,
      'noindex 2 (1 new), sitemap 2, title 1 · intended noindex 1 · worse · ticket: 1 failing, 1 muted',
    ],
  ],
  [
    'muted on one of three pages of the ticket of a joined client',
    (browser) => {
      browser.copyTicket('noindex', A, B, C);
      browser.press(browser.muteOnPage('noindex', A));
      browser.measure(reportOn(9, B, 25, 70, NOINDEX, SITEMAP));
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
    (browser) => {
      browser.copyTicket('sitemap', B);
      browser.press(browser.muteOnPage('sitemap', B));
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
    (browser) => {
      browser.copyTicket('noindex', A, B);
      browser.measure(reportOn(9, A, 25, 80), reportOn(10, B, 25, 80, SITEMAP));
    },
    [
      'sitemap 1 · fixed noindex 2 · better · ticket: 2 fixed',
      SHOP_BEFORE,
      'noindex 1 (1 new), sitemap 2, title 1 · fixed noindex 2 · worse · ticket: 2 fixed',
    ],
  ],
  [
    'fixed while muted',
    (browser) => {
      browser.copyTicket('noindex', A, B);
      browser.press(browser.muteOnPage('noindex', A), browser.muteOnPage('noindex', B));
      browser.measure(reportOn(9, A, 25, 80), reportOn(10, B, 25, 80, SITEMAP));
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
    (browser) => {
      browser.copyTicket('noindex', A, B);
      browser.press(browser.muteOnClient('noindex', A));
      browser.measure(reportOn(9, B, 25, 80, SITEMAP));
      browser.press(browser.showAgainInList('noindex', A));
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
    (browser) => {
      browser.press(browser.muteOnPage('noindex', A));
      browser.press(browser.showAgainOnPage('noindex', A));
    },
    BEFORE,
  ],
  [
    'muted on the pages of a client, then shown again on one page',
    (browser) => {
      browser.press(browser.muteOnClient('noindex', A));
      browser.press(browser.showAgainOnPage('noindex', A));
    },
    WITHOUT_B,
    'single',
  ],
  [
    'muted on the pages of a client, then shown again in its list',
    (browser) => {
      browser.press(browser.muteOnClient('noindex', A));
      browser.press(browser.showAgainInList('noindex', A));
    },
    BEFORE,
  ],
  [
    'muted on the pages of a joined client, then shown again in the list of one of its clients',
    (browser) => {
      browser.press(browser.muteOnClient('noindex', A));
      browser.takeApart();
      browser.press(browser.showAgainInList('noindex', A));
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
    (browser) => {
      browser.press(browser.muteOnClient('noindex', A), browser.muteOnClient('noindex', C));
      browser.join();
      browser.press(browser.showAgainInList('noindex', A));
    },
    BEFORE,
    'single',
  ],
  [
    'muted for a host, then shown again on one page',
    (browser) => {
      browser.press(browser.muteOnPage('sitemap', B));
      browser.press(browser.showAgainOnPage('sitemap', B));
    },
    BEFORE,
  ],
  [
    'muted while a ticket was open, then shown again',
    (browser) => {
      browser.copyTicket('noindex', A, B);
      browser.press(browser.muteOnPage('noindex', A));
      browser.measure(reportOn(9, A, 25, 70, NOINDEX), reportOn(10, B, 25, 70, NOINDEX, SITEMAP));
      browser.press(browser.showAgainOnPage('noindex', A));
    },
    [`${MILL_BEFORE} · ticket: 2 failing`, SHOP_BEFORE, `${JOINED_BEFORE} · ticket: 2 failing`],
  ],

  // Two windows. Each press depends on what its window showed before the other press.
  [
    'muted in two windows',
    (browser) => browser.press(browser.muteOnPage('noindex', A), browser.muteOnPage('noindex', A)),
    WITHOUT_A,
  ],
  [
    'muted in two windows, then shown again',
    (browser) => {
      browser.press(browser.muteOnPage('noindex', A), browser.muteOnPage('noindex', A));
      browser.press(browser.showAgainOnPage('noindex', A));
    },
    BEFORE,
  ],
  [
    'muted for a host in two windows, then shown again',
    (browser) => {
      browser.press(browser.muteOnPage('sitemap', B), browser.muteOnPage('sitemap', B));
      browser.press(browser.showAgainOnPage('sitemap', B));
    },
    BEFORE,
  ],
  [
    'muted on a page in one window and on the pages of the client in another',
    (browser) =>
      browser.press(browser.muteOnPage('noindex', A), browser.muteOnClient('noindex', A)),
    [
      'sitemap 1 · intended noindex 2 (2 mutes) · same',
      SHOP_BEFORE,
      'noindex 1 (1 new), sitemap 2, title 1 · intended noindex 2 (2 mutes) · worse',
    ],
    'single',
  ],
  [
    'muted on a page in one window and for the client in another, then shown again on the page',
    (browser) => {
      browser.press(browser.muteOnPage('noindex', A), browser.muteOnClient('noindex', A));
      browser.press(browser.showAgainOnPage('noindex', A));
    },
    WITHOUT_B,
    'single',
  ],
  [
    'shown again in two windows',
    (browser) => {
      browser.press(browser.muteOnPage('noindex', A));
      browser.press(browser.showAgainOnPage('noindex', A), browser.showAgainInList('noindex', A));
    },
    BEFORE,
  ],

  // Restored from a backup.
  [
    'muted on a page, and restored in another browser',
    (browser) => {
      browser.press(browser.muteOnPage('noindex', A));
      const backup = browser.backup();
      browser.deleteHistory();
      browser.restore(backup);
    },
    WITHOUT_A,
  ],
  [
    'muted for a host, and restored in another browser',
    (browser) => {
      browser.press(browser.muteOnPage('sitemap', B));
      const backup = browser.backup();
      browser.deleteHistory();
      browser.restore(backup);
    },
    WITHOUT_SITEMAP,
  ],
  [
    'shown again before a backup with the mute is restored',
    (browser) => {
      browser.press(browser.muteOnPage('noindex', A));
      const backup = browser.backup();
      browser.press(browser.showAgainOnPage('noindex', A));
      browser.restore(backup);
    },
    BEFORE,
  ],
  [
    'shown again on one page before a backup with the mute of the client is restored',
    (browser) => {
      browser.press(browser.muteOnClient('noindex', A));
      const backup = browser.backup();
      browser.press(browser.showAgainOnPage('noindex', A));
      browser.restore(backup);
    },
    WITHOUT_B,
    'single',
  ],
  [
    'muted again after a backup in which the mute has ended',
    (browser) => {
      browser.press(browser.muteOnPage('noindex', A));
      browser.press(browser.showAgainOnPage('noindex', A));
      const backup = browser.backup();
      browser.press(browser.muteOnPage('noindex', A));
      browser.restore(backup);
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
