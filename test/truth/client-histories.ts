import fc from 'fast-check';

/** A check with its possible kinds of error; null if the kinds are unknown. */
interface SampleCheck {
  name: string;
  label: string;
  importance: 'high' | 'medium' | 'low';
  kinds: readonly (readonly string[] | null)[];
}

export const CHECKS: readonly SampleCheck[] = [
  {
    name: 'title',
    label: 'Title',
    importance: 'high',
    kinds: [['missing', 'length'], ['length'], ['length', 'too_many'], null],
  },
  { name: 'noindex', label: 'Noindex', importance: 'high', kinds: [['missing']] },
  {
    name: 'robots',
    label: 'Robots.txt',
    importance: 'high',
    kinds: [['failed'], ['failed'], null],
  },
  { name: 'load_time', label: 'Load time', importance: 'medium', kinds: [['too_slow']] },
  {
    name: 'headings',
    label: 'Headings',
    importance: 'medium',
    kinds: [['missing'], ['too_many'], ['too_many', 'duplicate'], ['new_kind']],
  },
  { name: 'sitemap', label: 'Sitemap', importance: 'low', kinds: [['failed'], ['failed', 'own']] },
  // A check that only one service has.
  { name: 'own_rule', label: 'Own rule', importance: 'low', kinds: [['own']] },
];

/** What a service says about a page on one date. */
export interface RawResult {
  /** ISO 8601 in UTC. */
  at: string;
  /** Null if the service gave no score. */
  score: number | null;
  /** Null if the service gave no rating. Such a result is not stored when another replaces it. */
  rating: 'good' | 'decent' | 'bad' | null;
  /** The names of the failed checks without the muted ones; null if the service sent no checks. */
  failed: readonly string[] | null;
  /** The names of the failed checks that are muted. */
  muted: readonly string[];
  /** Chooses the kinds of error of the failed checks, see `kindsIn`. */
  variant: number;
}

/** Returns the kinds of error with which a check fails in a result; null if unknown. */
export function kindsIn(
  { variant }: Pick<RawResult, 'variant'>,
  check: string,
): readonly string[] | null {
  const at = CHECKS.findIndex(({ name }) => name === check);
  const kinds = CHECKS[at]?.kinds ?? [];
  return kinds[(variant + at) % kinds.length] ?? null;
}

/** A report of the service, with its earlier results. */
export interface RawReport {
  id: number;
  /** The project that the service names; null if it names none. */
  project: string | null;
  /** Host and path without `www.`: equal for all reports of a page. */
  page: string;
  /** The address with scheme. */
  address: string;
  isPublic: boolean;
  /** Oldest first. The service has only the last result. Empty for a report without a result. */
  results: readonly RawResult[];
}

/** A problem that was copied for a developer. */
export interface RawTicket {
  check: string;
  at: string;
  /** Null for an open ticket. */
  closedAt: string | null;
}

/** Several clients under one name. */
export interface RawJoined {
  name: string;
  /** Projects, or hosts of reports without a project. */
  clients: readonly string[];
  /** The days on which its summary was copied, oldest first. */
  days: readonly string[];
}

/** A failed check that a person has declared intended, on pages or on a host. */
export interface RawMute {
  check: string;
  /** The muted kinds of error; null for all kinds. */
  kinds: readonly string[] | null;
  /** Null for a mute of a host. */
  pages: readonly string[] | null;
  /** Null for a mute of pages. */
  host: string | null;
}

/** The reports of several clients, and the choices of the person who looks at these reports. */
export interface ClientHistory {
  now: Date;
  since: 'before' | 'week' | 'month' | 'summary';
  /** The days on which summaries of clients were copied, oldest first. */
  summaries: readonly { client: string; days: readonly string[] }[];
  joined: readonly RawJoined[];
  /** Newest first. */
  reports: readonly RawReport[];
  /** The number of reports that the table has read, newest first. */
  read: number;
  /** Whether the history has the results of reports that the table has not read. */
  knowsUnread: boolean;
  tickets: readonly RawTicket[];
  mutes: readonly RawMute[];
}

/** Ages of results in days, with gaps, around the bases of 7 and 30 days. */
const AGES = [0, 1, 3, 6, 7, 8, 14, 21, 29, 30, 31, 60, 89, 90, 91, 200, 400];

/** Afternoons. The last two are early in a year. */
const MOMENTS = [
  new Date(2026, 10, 26, 15),
  new Date(2027, 0, 9, 15, 30),
  new Date(2028, 2, 1, 9, 30),
];

const HOSTS = ['alpen', 'bergblick', 'fahrrad', 'lumen', 'nordlicht', 'zahnarzt'];

const resultShape = fc.record({
  /** An index into the `ages` of the history. */
  date: fc.nat({ max: 5 }),
  hour: fc.constantFrom(0, 8, 8, 23),
  /** An index into the reports of the page. */
  report: fc.nat({ max: 2 }),
  score: fc.oneof(
    { weight: 16, arbitrary: fc.constantFrom(0, 27, 45, 48, 49, 50, 60, 60, 79, 80, 88, 100) },
    { weight: 4, arbitrary: fc.nat({ max: 100 }) },
    { weight: 1, arbitrary: fc.constantFrom('onlyRating' as const, 'noRating' as const) },
  ),
  failed: fc.oneof(
    { weight: 12, arbitrary: fc.subarray(CHECKS.map(({ name }) => name)) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  variant: fc.nat({ max: 11 }),
});

const pageShape = fc.record({
  results: fc.oneof(
    { weight: 12, arbitrary: fc.array(resultShape, { minLength: 1, maxLength: 6, size: 'max' }) },
    { weight: 1, arbitrary: fc.constant([]) },
  ),
  isPublic: fc.boolean(),
  /** Whether the newest report has no result yet. */
  isAwaited: fc.oneof(
    { weight: 9, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  /** Whether the last report of the page belongs to another project. */
  hasMoved: fc.oneof(
    { weight: 19, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
});
type PageShape = typeof pageShape extends fc.Arbitrary<infer T> ? T : never;
type ResultShape = PageShape['results'][number];

const summaryShape = {
  /** The age of the client's last summary in days; null for none before today. */
  summaryAge: fc.option(fc.constantFrom(...AGES.slice(1)), { freq: 3 }),
  isCopiedToday: fc.boolean(),
};

const clientShape = fc.record({
  ...summaryShape,
  /** Whether the service names a project, which then has two hosts. */
  hasProject: fc.boolean(),
  pages: fc.array(pageShape, { minLength: 1, maxLength: 12, size: 'max' }),
});
type ClientShape = typeof clientShape extends fc.Arbitrary<infer T> ? T : never;

const muteShape = fc.record({
  check: fc.constantFrom(...CHECKS.map(({ name }) => name)),
  /** An index into the clients. */
  client: fc.nat({ max: 5 }),
  /** Indices into the pages of the client. */
  pages: fc.uniqueArray(fc.nat({ max: 11 }), { minLength: 1, maxLength: 8 }),
  /** Chooses the muted kinds of error; null for all kinds. */
  variant: fc.option(fc.nat({ max: 11 }), { freq: 3 }),
});
type MuteShape = typeof muteShape extends fc.Arbitrary<infer T> ? T : never;

const historyShape = fc.record({
  now: fc.constantFrom(...MOMENTS),
  since: fc.constantFrom('before' as const, 'week', 'month', 'summary'),
  ages: fc.uniqueArray(fc.constantFrom(...AGES), { minLength: 1, maxLength: 6, size: 'max' }),
  clients: fc.array(clientShape, { minLength: 1, maxLength: 6, size: 'max' }),
  /** The first `size` clients become a joined client. Null, or too few clients: no joined client. */
  joined: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({
        ...summaryShape,
        size: fc.integer({ min: 2, max: 3 }),
        hasOwnName: fc.boolean(),
      }),
    },
  ),
  /** The number of extra pages of the first client. A ticket of more than 100 pages refers to a file. */
  crowd: fc.oneof(
    { weight: 15, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 96, max: 110 }) },
  ),
  /** The percentage of reports that the table has read. */
  readShare: fc.oneof(
    { weight: 6, arbitrary: fc.constant(100) },
    { weight: 1, arbitrary: fc.integer({ min: 40, max: 98 }) },
  ),
  knowsUnread: fc.boolean(),
  check: fc.constantFrom(...CHECKS.map(({ name }) => name)),
  tickets: fc.uniqueArray(fc.record({ date: fc.nat({ max: 5 }), isClosed: fc.boolean() }), {
    selector: ({ date }) => date,
    minLength: 1,
    maxLength: 2,
  }),
  mutes: fc.oneof(
    { weight: 1, arbitrary: fc.constant<MuteShape[]>([]) },
    { weight: 2, arbitrary: fc.array(muteShape, { minLength: 1, maxLength: 5 }) },
  ),
});
type HistoryShape = typeof historyShape extends fc.Arbitrary<infer T> ? T : never;

export const clientHistories: fc.Arbitrary<ClientHistory> = historyShape.map(historyOf);

/** The same histories without extra pages: at most 72 pages. */
export const smallHistories = historyShape.map((shape) => historyOf({ ...shape, crowd: 0 }));

function historyOf(shape: HistoryShape): ClientHistory {
  const unnumbered = shape.clients.flatMap((client, at) => reportsOfClient(client, at, shape));
  const created = unnumbered.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  const mutes = mutesOf(shape);
  const reports = created
    .map(({ createdAt: _, ...report }, index): RawReport => {
      const results = report.results.map((result) => withMutes(result, report.page, mutes));
      return { ...report, results, id: 100 + index };
    })
    .reverse();
  return {
    now: shape.now,
    since: shape.since,
    summaries: summariesOf(shape),
    joined: joinedOf(shape),
    reports,
    read: Math.max(1, Math.round((reports.length * shape.readShare) / 100)),
    knowsUnread: shape.knowsUnread,
    tickets: ticketsOf(shape),
    mutes,
  };
}

function mutesOf({ mutes, clients }: HistoryShape): RawMute[] {
  return mutes.flatMap((mute): RawMute | [] => {
    const client = clients[mute.client];
    return client === undefined ? [] : muteOf(mute, client);
  });
}

function muteOf(
  { check, client, pages, variant }: MuteShape,
  { hasProject }: ClientShape,
): RawMute {
  const hosts = hostsOf(hasProject, client);
  const kinds = variant === null ? null : kindsIn({ variant }, check);
  if (check === 'sitemap') return { check, kinds, pages: null, host: hosts[0] ?? '' };
  return { check, kinds, pages: pages.map((index) => pageAt(hosts, index)), host: null };
}

/** Moves the muted checks of a result from `failed` to `muted`. */
function withMutes(result: RawResult, page: string, mutes: readonly RawMute[]): RawResult {
  const [failed, muted]: [string[], string[]] = [[], []];
  for (const check of result.failed ?? []) {
    const own = mutes.filter(
      (mute) =>
        mute.check === check &&
        (mute.pages === null ? page.startsWith(`${mute.host}/`) : mute.pages.includes(page)),
    );
    const kinds = kindsIn(result, check);
    const isMuted = (kind: string) => own.some((mute) => mute.kinds?.includes(kind) ?? true);
    const areMuted = own.length > 0 && (kinds === null || kinds.every(isMuted));
    (areMuted ? muted : failed).push(check);
  }
  return { ...result, failed: result.failed && failed, muted };
}

function summariesOf({ clients, now }: HistoryShape): ClientHistory['summaries'] {
  return clients.flatMap((client, at) => {
    const days = summaryDays(client, now);
    return days.length === 0 ? [] : [{ client: clientAt(client, at), days }];
  });
}

function clientAt({ hasProject }: ClientShape, at: number): string {
  const host = HOSTS[at] ?? 'other';
  return hasProject ? `${host} und Partner` : `${host}.example`;
}

function summaryDays(
  { summaryAge, isCopiedToday }: Pick<ClientShape, 'summaryAge' | 'isCopiedToday'>,
  now: Date,
): string[] {
  const ages = [...(summaryAge === null ? [] : [summaryAge]), ...(isCopiedToday ? [0] : [])];
  return ages.map((age) => localDay(now, age));
}

function joinedOf({ joined, clients: all, now }: HistoryShape): RawJoined[] {
  if (joined === null || joined.size > all.length) return [];
  const clients = all.slice(0, joined.size).map(clientAt);
  const name = joined.hasOwnName ? 'Alle Standorte' : (clients[0] ?? '');
  return [{ name, clients, days: summaryDays(joined, now) }];
}

function localDay(now: Date, age: number): string {
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() - age);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) =>
    `${part}`.padStart(2, '0'),
  );
  return `${date.getFullYear()}-${month}-${day}`;
}

function ticketsOf(shape: HistoryShape): RawTicket[] {
  const { check, now } = shape;
  const byTime = new Map(
    shape.tickets.map(({ date, isClosed }) => [timeOf({ date, hour: 8 }, shape), isClosed]),
  );
  return [...byTime]
    .sort(([one], [other]) => other.localeCompare(one))
    .map(([at, isClosed]) => ({ check, at, closedAt: isClosed ? now.toISOString() : null }));
}

type UnnumberedReport = Omit<RawReport, 'id'> & { createdAt: string };

function reportsOfClient(
  { hasProject, pages }: ClientShape,
  at: number,
  shape: HistoryShape,
): UnnumberedReport[] {
  const host = HOSTS[at] ?? 'other';
  const project = hasProject ? `${host} und Partner` : null;
  const hosts = hostsOf(hasProject, at);
  const crowd = at === 0 ? crowdOf(shape.crowd) : [];
  return [...pages, ...crowd].flatMap((page, index) => {
    return reportsOfPage(page, pageAt(hosts, index), project, shape);
  });
}

function hostsOf(hasProject: boolean, at: number): string[] {
  const host = HOSTS[at] ?? 'other';
  return hasProject ? [`${host}.example`, `shop.${host}.example`] : [`${host}.example`];
}

function pageAt(hosts: readonly string[], index: number): string {
  return `${hosts[index % hosts.length]}/${letters(index)}`;
}

function crowdOf(size: number): PageShape[] {
  return Array.from({ length: size }, (_, index): PageShape => {
    const result: ResultShape = {
      date: index % 2,
      hour: 8,
      report: 0,
      score: index % 100,
      failed: ['title', 'noindex'],
      variant: index % 4,
    };
    return {
      results: [{ ...result, date: 2, failed: ['title'] }, result],
      isPublic: index % 3 === 0,
      isAwaited: false,
      hasMoved: false,
    };
  });
}

function reportsOfPage(
  { results, isPublic, isAwaited, hasMoved }: PageShape,
  page: string,
  project: string | null,
  shape: HistoryShape,
): UnnumberedReport[] {
  const byTime = new Map<string, { report: number; result: RawResult }>();
  for (const one of results) {
    const time = timeOf(one, shape);
    if (!byTime.has(time)) byTime.set(time, { report: one.report, result: resultAt(time, one) });
  }
  const all = [...byTime.values()].sort((one, other) =>
    one.result.at.localeCompare(other.result.at),
  );
  const reports = [0, 1, 2].flatMap((number): UnnumberedReport[] => {
    const own = all.filter(({ report }) => report === number).map(({ result }) => result);
    const [first] = own;
    if (first === undefined) return [];
    return [
      {
        project: hasMoved && number === 2 ? 'Umzug' : project,
        page,
        address: `https://${number === 1 ? 'www.' : ''}${page}`,
        isPublic,
        results: own,
        createdAt: first.at,
      },
    ];
  });
  const hasNoResult = isAwaited || reports.length === 0;
  const awaited: UnnumberedReport = {
    project,
    page,
    address: `https://${page}`,
    isPublic,
    results: [],
    createdAt: isAwaited ? shape.now.toISOString() : timeOf({ date: 0, hour: 8 }, shape),
  };
  return hasNoResult ? [...reports, awaited] : reports;
}

function resultAt(at: string, { score, failed, variant }: ResultShape): RawResult {
  const common = { at, failed, muted: [], variant };
  if (typeof score === 'number') return { ...common, score, rating: ratingOf(score) };
  if (score === 'onlyRating') return { ...common, score: null, rating: 'decent' };
  return { ...common, score: null, rating: null, failed: failed ?? [] };
}

function ratingOf(score: number): RawResult['rating'] {
  if (score > 79) return 'good';
  return score > 48 ? 'decent' : 'bad';
}

/** Returns the time of a result. On the day of `now`, the time is 8:00 at the latest. */
function timeOf({ date, hour }: { date: number; hour: number }, { now, ages }: HistoryShape) {
  const age = ages[date % ages.length] ?? 0;
  const lastHour = age === 0 ? Math.min(hour, 8) : hour;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - age, lastHour).toISOString();
}

/** Returns `a`, `b`, … `z`, `ba`, … for a number: addresses without digits. */
function letters(number: number): string {
  const last = String.fromCharCode(97 + (number % 26));
  return number < 26 ? last : letters(Math.floor(number / 26)) + last;
}
