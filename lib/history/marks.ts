import type { JoinedClient } from '@/lib/report/compare/client-names';
import {
  Due,
  type DueSubject,
  type Rhythm,
  rhythmFrom,
  subjectText,
} from '@/lib/report/compare/due';
import { type Day, dayOf, isDay } from '@/lib/report/compare/local-day';
import { type ClosedTicket, Ticket } from '@/lib/report/compare/tickets';
import { isCovered, Mute } from '@/lib/report/mutes';
import { Timestamp, z } from '@/lib/schema';
import { MAX_JOINED, withoutClients } from './joined-clients';

/** The dates of a mark. Marks are never removed: a removed star, for example, is an ended mark. */
const Dated = z.object({
  madeAt: Timestamp,
  /** When the mark was last made, edited or ended. */
  changedAt: Timestamp,
  /** Null while the mark is open. */
  endedAt: z.nullable(Timestamp),
});

/** The last one or two days on which the client's summary was copied, oldest first. */
const SummaryDays = z.array(z.custom<Day>(isDay));

/** A mark as the database stores it. The key begins with the kind. */
export const MarkRecord = z.discriminatedUnion('kind', [
  z.extend(Dated, {
    kind: z.literal('star'),
    key: z.string(),
    /** The page key. */
    page: z.string(),
  }),
  z.extend(Dated, { kind: z.literal('ticket'), key: z.string(), ticket: Ticket }),
  z.extend(Dated, {
    kind: z.literal('summary'),
    key: z.string(),
    /** The name of the client. */
    client: z.string(),
    days: SummaryDays,
  }),
  z.extend(Dated, { kind: z.literal('mute'), key: z.string(), mute: Mute }),
  z.extend(Dated, {
    kind: z.literal('joinedClient'),
    key: z.string(),
    /** The name of the joined client. */
    name: z.string(),
    /** See `JoinedClient`. */
    clients: z.array(z.string()),
    days: SummaryDays,
  }),
  z.extend(Dated, { kind: z.literal('due'), key: z.string(), due: Due }),
  z.extend(Dated, {
    kind: z.literal('language'),
    key: z.string(),
    /** The name of the client. */
    client: z.string(),
    /** BCP 47, such as `pt-BR`. */
    language: z.string(),
  }),
]);
export type MarkRecord = z.infer<typeof MarkRecord>;

type JoinedClientMark = Extract<MarkRecord, { kind: 'joinedClient' }>;
type DueMark = Extract<MarkRecord, { kind: 'due' }>;

/** The language of documents for a client. */
export interface ClientLanguage {
  client: string;
  /** BCP 47, such as `pt-BR`. */
  language: string;
}

/** The marks that extension pages show, without mutes. */
export interface Marks {
  /** The open tickets, newest first. */
  tickets: Ticket[];
  /** At most `MAX_CLOSED` tickets, the last closed first. */
  closed: ClosedTicket[];
  /** Keys of the starred pages. */
  starred: string[];
  /**
   * The days on which summaries of clients were copied, oldest first. The history adds joined clients, see
   * `withJoinedSummaries`.
   */
  summaries: { client: string; days: Day[] }[];
  /** The joined clients, with the days of their own summaries. */
  joined: (JoinedClient & { days: Day[] })[];
  /** The joined clients that were taken apart. */
  apart: JoinedClient[];
  /** The open due marks. */
  due: Due[];
  /** The languages of documents for clients. */
  languages: ClientLanguage[];
  /** A number that changes with the open mutes; absent without open mutes. */
  mutesVersion?: number;
}

export const NO_MARKS: Marks = {
  tickets: [],
  closed: [],
  starred: [],
  summaries: [],
  joined: [],
  apart: [],
  due: [],
  languages: [],
};

/** The pages of a ticket that belong to one client. */
export interface TicketPart {
  /** The id of the new ticket with these pages. */
  id: string;
  /** The page keys. */
  pages: readonly string[];
}

/** A person's change of the marks. */
export type MarksChange =
  | { kind: 'addTicket'; ticket: Ticket }
  /** Closes a ticket, or moves some of its pages to a closed ticket. */
  | { kind: 'closeTicket'; id: string; part?: TicketPart }
  | { kind: 'star' | 'unstar'; page: string }
  /** The summaries of clients were copied. */
  | { kind: 'addSummaries'; clients: readonly string[] }
  /** A person chose the language of documents for clients. */
  | { kind: 'setLanguage'; clients: readonly string[]; language: string }
  | { kind: 'addMute'; mute: Mute }
  /** Ends a mute on some of its pages; on all its pages, or for its host, if `pages` is null. */
  | { kind: 'endMute'; id: string; pages: readonly string[] | null }
  /** Joins single clients under a name, and removes these clients from other joined clients. */
  | { kind: 'joinClients'; name: string; clients: readonly string[] }
  | { kind: 'takeApart'; name: string }
  /** Makes a subject due every week or every month, from today. */
  | { kind: 'setDue'; subject: DueSubject; every: Rhythm['every'] }
  /** `postponeDue`: a person pressed *Not now*. */
  | { kind: 'postponeDue' | 'endDue'; subject: DueSubject };

/**
 * The limits of open marks. Summaries, joined clients, due marks and languages need no limit, because
 * clients are few and tickets are limited.
 */
export const MAX_OPEN = {
  star: 500,
  ticket: 200,
  mute: 500,
  summary: Number.POSITIVE_INFINITY,
  joinedClient: Number.POSITIVE_INFINITY,
  due: Number.POSITIVE_INFINITY,
  language: Number.POSITIVE_INFINITY,
} as const;

/** The limit of pages of one mute. */
export const MAX_MUTED_PAGES = 2_000;

/**
 * The limit that refuses a mark. `mutedPage`: too many pages in one mute. `clientToJoin`: too many
 * single clients in one joined client.
 */
export interface MarksLimit {
  mark: 'star' | 'ticket' | 'mute' | 'mutedPage' | 'clientToJoin';
  most: number;
}

/** Within this time, another copy of the same problem of a client counts as the same ticket. */
const SAME_TICKET_MS = 60_000;

/** The limit of closed tickets in a reply. All closed tickets stay stored. */
export const MAX_CLOSED = 200;

export function starKey(page: string): string {
  return `star ${page}`;
}

export function ticketKey(id: string): string {
  return `ticket ${id}`;
}

export function summaryKey(client: string): string {
  return `summary ${client}`;
}

export function muteKey(id: string): string {
  return `mute ${id}`;
}

export function joinedClientKey(name: string): string {
  return `joinedClient ${name}`;
}

export function dueKey(subject: DueSubject): string {
  return `due ${subjectText(subject)}`;
}

export function languageKey(client: string): string {
  return `language ${client}`;
}

/** Returns the range of the keys of a kind: a key begins with its kind and a space. */
export function keysOfKind(kind: MarkRecord['kind']): IDBKeyRange {
  // `!` is the next character after a space.
  return IDBKeyRange.bound(`${kind} `, `${kind}!`, false, true);
}

/** Returns the key of a mark, which follows from its content. */
export function keyOfMark(mark: MarkRecord): string {
  switch (mark.kind) {
    case 'star':
      return starKey(mark.page);
    case 'ticket':
      return ticketKey(mark.ticket.id);
    case 'summary':
      return summaryKey(mark.client);
    case 'mute':
      return muteKey(mark.mute.id);
    case 'joinedClient':
      return joinedClientKey(mark.name);
    case 'due':
      return dueKey(mark.due.subject);
    case 'language':
      return languageKey(mark.client);
  }
}

/** The kinds of marks that backups and stored histories count. */
export const COUNTED_KINDS = ['ticket', 'star', 'mute'] as const satisfies MarkRecord['kind'][];

export function isCountedMark({ kind }: Pick<MarkRecord, 'kind'>): boolean {
  return COUNTED_KINDS.some((counted) => counted === kind);
}

function isOpen({ endedAt }: Pick<MarkRecord, 'endedAt'>): boolean {
  return endedAt === null;
}

/** Returns the open marks, the last closed tickets, and the joined clients that were taken apart. */
export function shownMarks(records: readonly MarkRecord[]): Marks {
  const mutesVersion = versionOfMutes(records);
  return {
    ...openMarks(records),
    closed: closedTickets(records),
    apart: joinedClients(records).flatMap(({ name, clients, endedAt }) =>
      endedAt === null ? [] : { name, clients },
    ),
    ...(mutesVersion > 0 && { mutesVersion }),
  };
}

/**
 * Returns the sum of the times of the last changes, in milliseconds. Another set of mutes is very
 * unlikely to have the same sum.
 */
function versionOfMutes(records: readonly MarkRecord[]): number {
  return records
    .filter((mark) => mark.kind === 'mute' && isOpen(mark))
    .reduce((sum, { changedAt }) => sum + Date.parse(changedAt), 0);
}

function joinedClients(records: readonly MarkRecord[]): JoinedClientMark[] {
  return records.filter((mark) => mark.kind === 'joinedClient');
}

/** Returns the open joined clients. */
export function openJoinedClients(records: readonly MarkRecord[]): JoinedClientMark[] {
  return joinedClients(records).filter(isOpen);
}

function closedTickets(records: readonly MarkRecord[]): ClosedTicket[] {
  return records
    .flatMap((mark): ClosedTicket[] => {
      if (mark.kind !== 'ticket' || mark.endedAt === null) return [];
      const { id, check, at, pages } = mark.ticket;
      return [
        {
          id,
          check,
          at,
          closedAt: mark.endedAt,
          pages: pages.map(({ report: { page, generatedAt } }) => ({ page, generatedAt })),
        },
      ];
    })
    .sort((one, other) => (one.closedAt > other.closedAt ? -1 : 1))
    .slice(0, MAX_CLOSED);
}

/** Returns the open marks without mutes. */
export function openMarks(records: readonly MarkRecord[]): Omit<Marks, 'closed' | 'apart'> {
  const open = records.filter(isOpen);
  return {
    tickets: open
      .flatMap((mark) => (mark.kind === 'ticket' ? mark.ticket : []))
      .sort((one, other) => (one.at > other.at ? -1 : 1)),
    starred: open.flatMap((mark) => (mark.kind === 'star' ? mark.page : [])),
    summaries: open.flatMap((mark) =>
      mark.kind === 'summary' ? { client: mark.client, days: mark.days } : [],
    ),
    joined: openJoinedClients(records).map(({ name, clients, days }) => ({ name, clients, days })),
    due: open.flatMap((mark) => (mark.kind === 'due' ? mark.due : [])),
    languages: open.flatMap((mark) =>
      mark.kind === 'language' ? { client: mark.client, language: mark.language } : [],
    ),
  };
}

/**
 * Adds the summaries of joined clients. The single clients of a joined client get the days of the
 * joined client.
 */
export function withJoinedSummaries(
  { summaries, joined }: Pick<Marks, 'summaries' | 'joined'>,
  today: Day,
): Marks['summaries'] {
  const singles = lastSummaryDays(summaries, today);
  const all = new Map(summaries.map(({ client, days }) => [client, days]));
  for (const { name, clients, days } of joined) {
    const hasOwn = days.some((day) => day < today);
    const earliest = hasOwn ? [] : clients.flatMap((client) => singles.get(client) ?? []).sort();
    const daysOfJoined = [...earliest.slice(0, 1), ...days];
    for (const client of [name, ...clients]) all.set(client, daysOfJoined);
  }
  return [...all].map(([client, days]) => ({ client, days }));
}

/** Returns the open mutes, newest first. */
export function openMutes(records: readonly MarkRecord[]): Mute[] {
  return records
    .filter(isOpen)
    .flatMap((mark) => (mark.kind === 'mute' ? mark.mute : []))
    .sort((one, other) => (one.at > other.at ? -1 : 1));
}

/** Returns the last day before today on which the summary of each client was copied, by client. */
export function lastSummaryDays(
  summaries: Marks['summaries'],
  today: Day,
): ReadonlyMap<string, Day> {
  return new Map(
    summaries.flatMap(({ client, days }): [string, Day][] => {
      const day = days.findLast((one) => one < today);
      return day === undefined ? [] : [[client, day]];
    }),
  );
}

/** Returns the keys of the pages that are starred or in an open ticket. */
export function markedPages(records: readonly MarkRecord[]): ReadonlySet<string> {
  const { tickets, starred } = openMarks(records);
  const ticketPages = tickets.flatMap(({ pages }) => pages.map(({ report }) => report.page));
  return new Set([...starred, ...ticketPages]);
}

/**
 * Returns the new versions of the marks that a change affects.
 * @param records all stored marks
 * @param now ISO 8601
 * @returns the limit that refuses the change
 */
export function changedMarks(
  records: readonly MarkRecord[],
  change: MarksChange,
  now: string,
): MarkRecord[] | MarksLimit {
  const dates = { madeAt: now, changedAt: now, endedAt: null };
  switch (change.kind) {
    case 'addTicket': {
      const { ticket } = change;
      if (records.some((mark) => isJustCopied(mark, ticket, now))) return [];
      return afterAdding(records, { kind: 'ticket', key: ticketKey(ticket.id), ticket, ...dates });
    }
    case 'star': {
      const { page } = change;
      return afterAdding(records, { kind: 'star', key: starKey(page), page, ...dates });
    }
    case 'closeTicket':
      return change.part === undefined
        ? afterClosing(records, change.id, now)
        : afterClosingPart(records, ticketKey(change.id), change.part, now);
    case 'unstar':
      return afterEnding(records, starKey(change.page), now);
    case 'addSummaries': {
      const byKey = new Map(records.map((mark) => [mark.key, mark]));
      return change.clients.flatMap((client) => {
        const joined = byKey.get(joinedClientKey(client));
        return joined?.kind === 'joinedClient' && isOpen(joined)
          ? withOwnSummary(joined, now)
          : withSummary(byKey.get(summaryKey(client)), client, now);
      });
    }
    case 'setLanguage': {
      const { clients, language } = change;
      return clients.flatMap((client) => {
        const key = languageKey(client);
        const former = records.find((mark) => mark.key === key);
        if (former?.kind === 'language' && former.language === language) return [];
        const madeAt = former?.madeAt ?? now;
        return { kind: 'language', key, client, language, ...dates, madeAt };
      });
    }
    case 'addMute': {
      const { mute } = change;
      if ('pages' in mute && mute.pages.length > MAX_MUTED_PAGES) {
        return { mark: 'mutedPage', most: MAX_MUTED_PAGES };
      }
      if (isCovered(mute, openMutes(records))) return [];
      return afterAdding(records, { kind: 'mute', key: muteKey(mute.id), mute, ...dates });
    }
    case 'endMute':
      return change.pages === null
        ? afterEnding(records, muteKey(change.id), now)
        : afterEndingOnPages(records, muteKey(change.id), change.pages, now);
    case 'joinClients':
      return change.clients.length > MAX_JOINED
        ? { mark: 'clientToJoin', most: MAX_JOINED }
        : withMovedDue(records, afterJoining(records, change, now), change, now);
    case 'takeApart':
      return [
        ...afterEnding(records, joinedClientKey(change.name), now),
        ...afterEnding(records, dueKey({ kind: 'client', name: change.name }), now),
      ];
    case 'setDue':
      return afterSettingDue(records, change, now);
    case 'postponeDue':
      return afterPostponing(records, change.subject, now);
    case 'endDue':
      return afterEnding(records, dueKey(change.subject), now);
  }
}

/** Whether a mark is an open ticket of the same client and problem that was copied just now. */
function isJustCopied(mark: MarkRecord, { client, check }: Ticket, now: string): boolean {
  if (mark.kind !== 'ticket' || !isOpen(mark)) return false;
  const { ticket } = mark;
  const age = Date.parse(now) - Date.parse(ticket.at);
  // The computer's clock may have been set back.
  const isNew = Math.abs(age) < SAME_TICKET_MS;
  return isNew && ticket.client === client && ticket.check === check;
}

function afterAdding(
  records: readonly MarkRecord[],
  mark: Extract<MarkRecord, { kind: 'star' | 'ticket' | 'mute' }>,
): MarkRecord[] | MarksLimit {
  const open = records.filter((one) => one.kind === mark.kind && isOpen(one));
  if (open.some(({ key }) => key === mark.key)) return [];
  const most = MAX_OPEN[mark.kind];
  return open.length >= most ? { mark: mark.kind, most } : [mark];
}

function afterEnding(records: readonly MarkRecord[], key: string, now: string): MarkRecord[] {
  const mark = records.find((one) => one.key === key && isOpen(one));
  return mark === undefined ? [] : [{ ...mark, changedAt: now, endedAt: now }];
}

/** Closes a ticket, and ends its due mark. */
function afterClosing(records: readonly MarkRecord[], id: string, now: string): MarkRecord[] {
  return [
    ...afterEnding(records, ticketKey(id), now),
    ...afterEnding(records, dueKey({ kind: 'ticket', id }), now),
  ];
}

/** Moves pages of a ticket to a new, closed ticket. */
function afterClosingPart(
  records: readonly MarkRecord[],
  key: string,
  { id, pages }: TicketPart,
  now: string,
): MarkRecord[] {
  const mark = records.find((one) => one.key === key && isOpen(one));
  if (mark?.kind !== 'ticket') return [];
  const closed = mark.ticket.pages.filter(({ report }) => pages.includes(report.page));
  const others = mark.ticket.pages.filter((page) => !closed.includes(page));
  if (closed.length === 0) return [];
  if (others.length === 0) return afterClosing(records, mark.ticket.id, now);
  const ticket = { ...mark.ticket, id, pages: closed };
  return [
    { ...mark, ticket: { ...mark.ticket, pages: others }, changedAt: now },
    { ...mark, key: ticketKey(id), ticket, changedAt: now, endedAt: now },
  ];
}

/** Removes pages from a mute. Ends the mute if no page remains. */
function afterEndingOnPages(
  records: readonly MarkRecord[],
  key: string,
  pages: readonly string[],
  now: string,
): MarkRecord[] {
  const mark = records.find((one) => one.key === key && isOpen(one));
  if (mark?.kind !== 'mute' || 'host' in mark.mute) return [];
  const others = mark.mute.pages.filter(({ page }) => !pages.includes(page));
  if (others.length === mark.mute.pages.length) return [];
  if (others.length === 0) return afterEnding(records, key, now);
  return [{ ...mark, mute: { ...mark.mute, pages: others }, changedAt: now }];
}

function afterJoining(
  records: readonly MarkRecord[],
  { name, clients }: JoinedClient,
  now: string,
): MarkRecord[] {
  const key = joinedClientKey(name);
  const joined = joinedClients(records);
  const former = joined.find((one) => one.key === key);
  const open = former?.endedAt === null ? former : null;
  if (open?.clients.join('\n') === clients.join('\n')) return [];
  const lost = new Map(clients.map((client) => [client, now]));
  return [
    {
      kind: 'joinedClient',
      key,
      name,
      clients: [...clients],
      days: former?.days ?? [],
      madeAt: open?.madeAt ?? now,
      changedAt: now,
      endedAt: null,
    },
    ...joined
      .filter((one) => one.key !== key && isOpen(one))
      .flatMap((one) => withoutClients(one, lost) ?? []),
  ];
}

/**
 * Adds the changes of due marks after clients were joined. Ends the due marks of clients that no longer
 * exist. Gives the first of these marks to the joined client, unless the joined client has a due mark.
 * @param changed the joined client, and the joined clients that lose single clients
 */
function withMovedDue(
  records: readonly MarkRecord[],
  changed: readonly MarkRecord[],
  { name, clients }: JoinedClient,
  now: string,
): MarkRecord[] {
  const dissolved = joinedClients(changed).filter((mark) => !isOpen(mark));
  const lost = [...clients, ...dissolved.map((mark) => mark.name)].filter((one) => one !== name);
  const lostKeys = new Set(lost.map((one) => dueKey({ kind: 'client', name: one })));
  const moved = records.filter(
    (mark): mark is DueMark => mark.kind === 'due' && isOpen(mark) && lostKeys.has(mark.key),
  );
  const [first] = moved;
  if (first === undefined) return [...changed];
  const subject = { kind: 'client', name } as const;
  const key = dueKey(subject);
  const hasOwn = records.some((mark) => mark.key === key && isOpen(mark));
  return [
    ...changed,
    ...moved.map((mark) => ({ ...mark, changedAt: now, endedAt: now })),
    ...(hasOwn ? [] : [{ ...first, key, due: { ...first.due, subject }, changedAt: now }]),
  ];
}

function afterSettingDue(
  records: readonly MarkRecord[],
  { subject, every }: Extract<MarksChange, { kind: 'setDue' }>,
  now: string,
): MarkRecord[] {
  const key = dueKey(subject);
  const former = records.find((one) => one.key === key && isOpen(one));
  if (former?.kind === 'due' && former.due.rhythm.every === every) return [];
  const due = { subject, rhythm: rhythmFrom(every, new Date(now)), notNowOn: null };
  return [{ kind: 'due', key, due, madeAt: now, changedAt: now, endedAt: null }];
}

function afterPostponing(
  records: readonly MarkRecord[],
  subject: DueSubject,
  now: string,
): MarkRecord[] {
  const mark = records.find((one) => one.key === dueKey(subject) && isOpen(one));
  if (mark?.kind !== 'due') return [];
  // `changedAt` stays, so that *Not now* wins over no edit when a backup is restored.
  return [{ ...mark, due: { ...mark.due, notNowOn: dayOf(new Date(now)) } }];
}

/** Returns a joined client with today added to its summaries; empty if today was already added. */
function withOwnSummary(mark: JoinedClientMark, now: string): MarkRecord[] {
  const days = daysWithToday(mark.days, now);
  return days === null ? [] : [{ ...mark, days, changedAt: now }];
}

/** Returns the summary mark of a client with today added; empty if today was already added. */
function withSummary(former: MarkRecord | undefined, client: string, now: string): MarkRecord[] {
  const days = daysWithToday(former?.kind === 'summary' ? former.days : [], now);
  if (days === null) return [];
  return [
    {
      kind: 'summary',
      key: summaryKey(client),
      client,
      days,
      madeAt: former?.madeAt ?? now,
      changedAt: now,
      endedAt: null,
    },
  ];
}

/** Returns the last day before today, and today; null if today was already added. */
function daysWithToday(days: readonly Day[], now: string): Day[] | null {
  const today = dayOf(new Date(now));
  if (days.at(-1) === today) return null;
  return [...days.filter((day) => day < today).slice(-1), today];
}
