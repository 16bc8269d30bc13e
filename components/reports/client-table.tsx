import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { i18n } from '#i18n';
import { BackButton } from '@/components/app/view-header';
import { measuredAgainText } from '@/components/export/client-summary';
import { checkName } from '@/components/report/content/check-names';
import { dayInYear, daysInYear } from '@/components/text/dates';
import { isolated } from '@/components/text/isolation';
import { counted, countText, labelled, series } from '@/components/text/language';
import { Icon } from '@/components/ui/icon';
import { MenuButton, type MenuItem, MoreButton } from '@/components/ui/menu';
import { Message } from '@/components/ui/message';
import { RatingShape } from '@/components/ui/report/rating-tag';
import {
  type ClientGroup,
  type ClientKind,
  type ClientRow,
  oldestBases,
} from '@/lib/report/compare/clients';
import { type CheckCount, type Overview, problemsOf } from '@/lib/report/compare/findings';
import { type Day, startOfDay } from '@/lib/report/compare/local-day';
import { SINCE, SINCE_DAYS, type Since } from '@/lib/report/compare/page-change';
import { curveOf } from '@/lib/report/compare/weekly-scores';
import { ratingOf } from '@/lib/report/rating';
import { ClientCurve } from './client-curve';
import { useDueItems } from './due-dialog';
import type { DueChoice } from './due-marks-state';
import { opensClient } from './list-view-focus';
import { notComparableText } from './not-comparable';
import { useReports } from './reports-page';
import { ViewButton } from './view-button';

/** The columns after the client's name, with the keys of their headings. */
const COLUMNS = [
  ['pages', 'print.pages'],
  ['average', 'clients.average'],
  ['weeks', 'clients.weeks'],
  ['moves', 'clients.worseBetter'],
  ['problem', 'clients.problem'],
  ['fixed', 'clients.fixed'],
] as const;

const GROUP_NAMES = {
  worse: 'overview.worse',
  better: 'overview.better',
  same: 'clients.noChange',
  notComparable: 'clients.notComparable',
} as const satisfies Record<ClientKind, string>;

export function Clients() {
  const { all, groups } = useReports().table.value.overview.clients.value;
  if (all.length === 0) return null;
  return (
    <section class="clients compact" aria-labelledby="clients-heading">
      <table class="table has-cards" aria-labelledby="clients-heading">
        <thead class="quiet small">
          <tr>
            <td class="client-group">
              <SinceField />
            </td>
            <th scope="col" class="client-name cut">
              <h2 id="clients-heading" tabIndex={-1}>
                {i18n.t('clients.label')}
              </h2>
            </th>
            {COLUMNS.map(([column, heading]) => (
              <th key={column} scope="col" class={`client-${column} cut off-card`}>
                {i18n.t(heading)}
              </th>
            ))}
            <td class="client-more" />
          </tr>
        </thead>
        {groups === null ? (
          <tbody>
            {all.map((client, at) => (
              <Row
                key={client.name}
                client={client}
                group={null}
                heading={
                  at === 0 ? <td class="client-group off-card" rowSpan={all.length} /> : null
                }
              />
            ))}
          </tbody>
        ) : (
          groups.map((group) => <Group key={group.kind} {...group} />)
        )}
      </table>
    </section>
  );
}

function Group({ kind, clients }: ClientGroup) {
  const id = `clients-${kind}`;
  const heading = (
    <th scope="rowgroup" rowSpan={clients.length} class="client-group" aria-labelledby={id}>
      <span id={id}>{i18n.t(GROUP_NAMES[kind])}</span>{' '}
      <small class="quiet small">{countText(clients.length)}</small>
    </th>
  );
  return (
    <tbody aria-labelledby={id}>
      {clients.map((client, at) => (
        <Row key={client.name} client={client} group={kind} heading={at === 0 ? heading : null} />
      ))}
    </tbody>
  );
}

/** Whether pages without an earlier result may have earlier results that are unknown. */
export function useMayHaveEarlier(): boolean {
  const { partRead, historyStatus } = useReports();
  return partRead.value !== null || historyStatus.value === 'unavailable';
}

/** Returns a function that returns why a client is not comparable; null if the client is comparable. */
function useReason(): (client: ClientRow) => string | null {
  const mayHaveEarlier = useMayHaveEarlier();
  return ({ kind, pages }) =>
    kind === 'notComparable' ? notComparableText(pages, mayHaveEarlier) : null;
}

interface RowProps {
  client: ClientRow;
  /** Null before the groups are known. */
  group: ClientKind | null;
  /** The cell of the group; null except in the first row of the group. */
  heading: ComponentChildren;
}

function Row({ client, group, heading }: RowProps) {
  const { name, pages, overview } = client;
  const note = noteOf(client);
  return (
    <tr>
      {heading}
      <th scope="row" class="client-name cut" title={note || undefined}>
        <ViewButton class="link" view={{ name: 'list', client: name }} opens={opensClient(name)}>
          <bdi>{name}</bdi>
        </ViewButton>{' '}
        {group !== null && group !== client.kind && (
          <>
            <span class="tag">{otherGroupText(client)}</span>{' '}
          </>
        )}
        <small class="quiet small">
          <Message text={note} />
        </small>
      </th>
      {/* The key makes a new cell for a new number. A longer number in the same cell is a layout shift. */}
      <td key={pages.length} class="client-pages figures off-card">
        {countText(pages.length)}
      </td>
      <td class="client-average cut">
        {overview ? <Average overview={overview} isShort /> : <Unknown />}
      </td>
      <td class="client-weeks">{overview && <Weeks client={client} />}</td>
      <td class="client-moves cut">{overview ? <Moves overview={overview} /> : <Unknown />}</td>
      <td class="client-problem cut">
        {overview ? <WorstProblem client={client} overview={overview} /> : <Unknown />}
      </td>
      <td class="client-fixed cut off-card">
        {overview ? <Fixed overview={overview} /> : <Unknown />}
      </td>
      <td class="client-more">{overview && <ClientMenu client={client} />}</td>
    </tr>
  );
}

/** Says that a client changes its group when the clients are sorted again. */
function otherGroupText({ kind }: ClientRow): string | null {
  return kind && i18n.t('clients.now', [i18n.t(GROUP_NAMES[kind])]);
}

/** Returns the other hosts of a client, and the days of bases that are later than the chosen day. */
function noteOf({ name, hosts, pages, overview }: ClientRow): string {
  const oldest = overview === null ? [] : oldestBases(pages);
  return series([
    ...hosts.filter((host) => host !== name).map(isolated),
    ...(oldest.length > 0 ? [i18n.t('page.comparedWith', [daysInYear(oldest)])] : []),
  ]);
}

function Weeks({ client: { pages } }: Pick<RowProps, 'client'>) {
  const curve = useMemo(() => curveOf(pages, new Date()), [pages]);
  return curve && <ClientCurve curve={curve} />;
}

/** Shown in place of a number while its rows are incomplete. */
function Unknown() {
  return <b class="no-number">–</b>;
}

/** Shown in place of a comparison if no page has two results. */
export function NotCompared() {
  return <span class="quiet">–</span>;
}

interface AverageProps {
  overview: Overview;
  /** Whether the number of pages that were measured again is visible as "3/10". */
  isShort?: boolean;
}

/** "74 → 69", and how many pages were measured again; the average alone if none was. */
function Average({ overview, isShort = false }: AverageProps) {
  const { average, development } = overview;
  const measuredAgain = measuredAgainText(overview);
  return (
    <>
      <span class="development">
        {development && `${countText(development.before)}\u00a0${i18n.t('summary.arrow')}\u00a0`}
        {average === null ? (
          <b>–</b>
        ) : (
          <b>
            <RatingShape rating={ratingOf(average)} />
            {countText(average)}
          </b>
        )}
      </span>
      {measuredAgain && (
        <small
          class="measured-again quiet small"
          title={measuredAgain}
          data-short={isShort ? shareText(overview) : undefined}
        >
          <span class={isShort ? 'visually-hidden' : ''}> {measuredAgain}</span>
        </small>
      )}
    </>
  );
}

/** "3/10": the pages that were measured again, of all pages with a score. */
function shareText({ development, scored }: Overview): string {
  return `${countText(development?.measuredAgain ?? 0)}/${countText(scored)}`;
}

/** The numbers of worse and better pages: ▼15 ▲2. */
function Moves({ overview: { kinds } }: { overview: Overview }) {
  return (['worse', 'better'] as const).map(
    (kind) =>
      kinds[kind] > 0 && (
        <span key={kind} class={kind === 'worse' ? 'is-fall client-fall' : 'is-rise client-rise'}>
          <span aria-hidden="true">{`${kind === 'worse' ? '▼' : '▲'}${countText(kinds[kind])}`}</span>
          <span class="visually-hidden">{counted(`summary.${kind}`, kinds[kind])}</span>{' '}
        </span>
      ),
  );
}

/** The worst new problem of a client, or the worst problem if no failed check can be compared. */
function WorstProblem({ client, overview }: { client: ClientRow; overview: Overview }) {
  const { appeared, checksCompared } = overview;
  const [problem] = appeared;
  if (checksCompared === 0) return <CurrentProblem client={client} />;
  if (problem === undefined)
    return <small class="quiet small">{i18n.t('clients.nothingNew')}</small>;
  return (
    <>
      <OnPages check={problem} /> <span class="tag alert-tag">{i18n.t('reports.new')}</span>{' '}
      <AndMore count={appeared.length - 1} />
    </>
  );
}

/** "No result since Oct 30 · Noindex, 14 pages and 2 more". */
function CurrentProblem({ client }: { client: ClientRow }) {
  const reason = useReason()(client);
  const problems = Object.values(problemsOf(client.pages)).flat();
  const [problem] = problems;
  if (reason === null && problem === undefined) return <NotCompared />;
  return (
    <>
      {reason !== null && <small class="quiet small">{reason}</small>}
      {reason !== null && problem !== undefined && ' · '}
      {problem !== undefined && <OnPages check={problem} />} <AndMore count={problems.length - 1} />
    </>
  );
}

function Fixed({ overview }: { overview: Overview }) {
  const { fixed, fixedBetween, checksCompared } = overview;
  const all = [...fixed, ...fixedBetween];
  const [check] = all;
  if (checksCompared === 0) return <NotCompared />;
  return (
    check && (
      <>
        <Icon name="tick" /> <OnPages check={check} /> <AndMore count={all.length - 1} />
      </>
    )
  );
}

/** "Noindex, 14 pages". */
function OnPages({ check }: { check: CheckCount }) {
  return <Message text={counted('wrong.failsOn', check.pages, isolated(checkName(check)))} />;
}

function AndMore({ count }: { count: number }) {
  return (
    count > 0 && <small class="quiet small">{i18n.t('clients.andMore', [countText(count)])}</small>
  );
}

function ClientMenu({ client }: { client: ClientRow }) {
  const items = [
    ...useExportItems(client),
    ...useJoinItems(client),
    ...useDueItems(choiceOf(client)),
  ];
  return <MoreButton items={items} />;
}

function choiceOf({ name, pages }: ClientRow): DueChoice {
  return { subject: { kind: 'client', name }, ticket: null, pages: pages.length };
}

/** Returns the items that join a client with others, or take a joined client apart. */
function useJoinItems({ name }: ClientRow): MenuItem[] {
  const { joinedClients } = useReports();
  return [
    { label: i18n.t('joined.with'), onChoose: () => joinedClients.ask(name) },
    ...(joinedClients.isJoined(name)
      ? [
          {
            label: i18n.t('joined.takeApart'),
            onChoose: () => void joinedClients.takeApart(name),
          },
        ]
      : []),
  ];
}

/** Returns the items that export a client. */
function useExportItems(client: ClientRow): MenuItem[] {
  const { exports } = useReports();
  const problem = exports.worstProblem(client);
  return [
    {
      label: i18n.t('reports.copySummary'),
      isBusy: () => exports.isBusy('summary', client),
      onChoose: () => exports.copySummary(client),
    },
    {
      label: i18n.t('reports.print'),
      isBusy: () => exports.isBusy('print', client),
      onChoose: () => exports.print(client),
    },
    ...(problem === null
      ? []
      : [
          {
            label: counted('ticket.copyProblem', problem.pages, checkName(problem)),
            isBusy: () => exports.isCopyingTicket(problem.name, client.name),
            onChoose: () => exports.copyWorst(client),
          },
        ]),
    {
      label: i18n.t('reports.downloadCsv'),
      isBusy: () => exports.isBusy('file', client),
      onChoose: () => exports.save(client),
    },
    {
      label: i18n.t('reports.downloadXlsx'),
      isBusy: () => exports.isBusy('workbook', client),
      onChoose: () => exports.saveWorkbook(client),
    },
  ];
}

/** The header of one client's view: the client's development and exports. */
export function ClientHeader() {
  const { overview } = useReports().table.value;
  const client = overview.clients.value.all.find(({ name }) => name === overview.client.value);
  const reason = useReason();
  const why = client ? reason(client) : null;
  return (
    <div class="section-head client-header cluster compact">
      <BackButton />
      <h2 id="client-heading" class="large" tabIndex={-1}>
        <bdi>{overview.client.value}</bdi>{' '}
        <small class="quiet small">{client && counted('reports.pages', client.pages.length)}</small>
      </h2>
      {client?.overview && (
        <p class="measure">
          <small class="quiet">{counted('summary.averageOfPages', client.overview.scored)}</small>{' '}
          <Average overview={client.overview} /> <Moves overview={client.overview} />
          {why !== null && (
            <small class="quiet">{labelled(i18n.t('clients.notComparable'), why)}</small>
          )}
        </p>
      )}
      <SinceField />
      {client && <ClientButtons client={client} />}
    </div>
  );
}

function ClientButtons({ client }: { client: ClientRow }) {
  const items = useExportItems(client);
  const otherItems = [...useJoinItems(client), ...useDueItems(choiceOf(client))];
  const [buttons, downloads] = [items.slice(0, -2), items.slice(-2)];
  const [summary] = buttons;
  if (!summary) return null;
  const isUnknown = client.overview === null;
  return (
    <div class="cluster">
      {buttons.map((item) => (
        <ItemButton
          key={item.label}
          item={item}
          isPrimary={item === summary}
          disabled={isUnknown}
        />
      ))}
      <MenuButton
        label={i18n.t('list.more')}
        items={[...downloads, ...otherItems]}
        disabled={isUnknown}
      />
    </div>
  );
}

interface ItemButtonProps {
  item: MenuItem;
  isPrimary: boolean;
  disabled: boolean;
}

function ItemButton({ item, isPrimary, disabled }: ItemButtonProps) {
  return (
    <button
      type="button"
      class={isPrimary ? 'primary' : ''}
      disabled={disabled}
      aria-disabled={item.isBusy?.()}
      onClick={item.onChoose}
    >
      {item.label}
    </button>
  );
}

function SinceField() {
  const { since, compareSince, client, lastSummaryOf } = useReports().table.value.overview;
  const lastSummary = client.value === null ? null : lastSummaryOf(client.value);
  return (
    <label class="since-field beside quiet">
      {i18n.t('overview.since')}{' '}
      <select
        value={since.value}
        onChange={({ currentTarget }) => compareSince(currentTarget.value as Since)}
      >
        {SINCE.map((one) => (
          <option key={one} value={one}>
            {sinceText(one, lastSummary)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** @param lastSummary the day of the open client's last summary; null for none */
function sinceText(since: Since, lastSummary: Day | null): string {
  switch (since) {
    case 'before':
      return i18n.t('overview.resultBefore');
    case 'summary':
      return lastSummary === null
        ? i18n.t('overview.lastSummary')
        : i18n.t('overview.lastSummaryOn', [dayInYear(startOfDay(lastSummary))]);
    default:
      return counted('overview.days', SINCE_DAYS[since]);
  }
}
