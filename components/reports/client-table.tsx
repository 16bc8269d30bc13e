import type { ComponentChildren } from 'preact';
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
import {
  type ClientGroup,
  type ClientKind,
  type ClientRow,
  oldestBases,
} from '@/lib/report/compare/clients';
import { type CheckCount, type Overview, problemsOf } from '@/lib/report/compare/findings';
import { type Day, startOfDay } from '@/lib/report/compare/local-day';
import { SINCE, SINCE_DAYS, type Since } from '@/lib/report/compare/page-change';
import { notComparableText } from './not-comparable';
import { useReports } from './reports-page';
import { opensClient } from './view-focus';

/** The columns after the client's name, with the keys of their headings. */
const COLUMNS = [
  ['average', 'clients.average'],
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
    <section class="clients" aria-labelledby="clients-heading">
      <div class="section-head cluster compact">
        <h2 id="clients-heading" tabIndex={-1}>
          {i18n.t('clients.label')}
        </h2>
        <SinceField />
      </div>
      <table aria-labelledby="clients-heading" class={groups ? 'is-grouped' : ''}>
        <thead>
          <tr>
            {groups && <th class="client-group" />}
            <th scope="col" class="client-name cut">
              {i18n.t('clients.client')}
            </th>
            {COLUMNS.map(([column, heading]) => (
              <th key={column} scope="col" class={`client-${column} cut`}>
                {i18n.t(heading)}
              </th>
            ))}
            <th class="client-more" />
          </tr>
        </thead>
        {groups === null ? (
          <tbody>
            {all.map((client) => (
              <Row key={client.name} client={client} />
            ))}
          </tbody>
        ) : (
          groups.map((group) => <Group key={group.kind} {...group} />)
        )}
      </table>
    </section>
  );
}

/** The rows of a group. Groups without a change are folded into one line at first. */
function Group({ kind, clients }: ClientGroup) {
  const canFold = kind === 'same' || kind === 'notComparable';
  const id = `clients-${kind}`;
  const isOpen = useReports().openParts.of(id, !canFold);
  const name = i18n.t(GROUP_NAMES[kind]);
  const heading = (
    <th
      scope="rowgroup"
      rowSpan={isOpen.value ? clients.length : 1}
      class="client-group"
      aria-labelledby={id}
    >
      {canFold ? (
        <button
          id={id}
          type="button"
          class="link"
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          {name}
        </button>
      ) : (
        <span id={id}>{name}</span>
      )}{' '}
      <small class="quiet small">{countText(clients.length)}</small>
    </th>
  );
  return (
    <tbody aria-labelledby={id}>
      {isOpen.value ? (
        clients.map((client, at) => (
          <Row key={client.name} client={client} group={kind} heading={at === 0 ? heading : null} />
        ))
      ) : (
        <tr>
          {heading}
          <td colSpan={COLUMNS.length + 2} class="folded-clients cut">
            <small class="quiet small">
              <FoldedClients kind={kind} clients={clients} />
            </small>
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** "lumen.example 60, optik.example 72 (first results today)". */
function FoldedClients({ kind, clients }: ClientGroup) {
  const reasonOf = useReason();
  const texts = clients.map((client) => {
    const { name, overview } = client;
    const average = overview?.average ?? null;
    const reason = reasonOf(client);
    const parts = [
      isolated(name),
      ...(average === null ? [] : [countText(average)]),
      ...(reason === null ? [] : [`(${reason})`]),
      ...(client.kind === kind ? [] : [`(${otherGroupText(client)})`]),
    ];
    return parts.join(' ');
  });
  return <Message text={series(texts)} />;
}

/** Says that a client changes its group when the clients are sorted again. */
function otherGroupText({ kind }: ClientRow): string | null {
  return kind && i18n.t('clients.now', [i18n.t(GROUP_NAMES[kind])]);
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
  group?: ClientKind | null;
  /** The heading of the group, in its first row. */
  heading?: ComponentChildren;
}

function Row({ client, group = null, heading = null }: RowProps) {
  const { routes } = useReports();
  const { name, hosts, pages, overview } = client;
  const others = hosts.filter((host) => host !== name);
  const oldest = overview === null ? [] : oldestBases(pages);
  return (
    <tr>
      {heading}
      <td class="client-name cut">
        <button
          type="button"
          class="link"
          data-opens={opensClient(name)}
          onClick={() => routes.goTo({ name: 'list', client: name })}
        >
          <bdi>{name}</bdi>
        </button>{' '}
        <small class="quiet small">
          <Message
            text={series([
              ...others.map(isolated),
              counted('reports.pages', pages.length),
              ...(oldest.length > 0 ? [i18n.t('page.comparedWith', [daysInYear(oldest)])] : []),
            ])}
          />
        </small>
        {group !== null && group !== client.kind && (
          <span class="tag">{otherGroupText(client)}</span>
        )}
      </td>
      <td class="client-average cut">{overview ? <Average overview={overview} /> : <Unknown />}</td>
      <td class="client-moves cut">{overview ? <Moves overview={overview} /> : <Unknown />}</td>
      <td class="client-problem cut">
        {overview ? <WorstProblem client={client} overview={overview} /> : <Unknown />}
      </td>
      <td class="client-fixed cut">{overview ? <Fixed overview={overview} /> : <Unknown />}</td>
      <td class="client-more">{overview && <ClientMenu client={client} />}</td>
    </tr>
  );
}

/** Shown in place of a number while its rows are incomplete. */
function Unknown() {
  return <b class="no-number">–</b>;
}

/** Shown in place of a comparison if no page has two results. */
export function NotCompared() {
  return <span class="quiet">–</span>;
}

/** "74 → 69", and how many pages were measured again; the average alone if none was. */
function Average({ overview }: { overview: Overview }) {
  const { average, development } = overview;
  const measuredAgain = measuredAgainText(overview);
  return (
    <>
      <span class="development">
        {development && `${countText(development.before)}\u00a0${i18n.t('summary.arrow')}\u00a0`}
        <b>{average === null ? '–' : countText(average)}</b>
      </span>
      {measuredAgain && (
        <small class="measured-again quiet small" title={measuredAgain}>
          {' '}
          {measuredAgain}
        </small>
      )}
    </>
  );
}

/** The numbers of worse and better pages: ▼15 ▲2. */
function Moves({ overview: { kinds } }: { overview: Overview }) {
  return (['worse', 'better'] as const).map(
    (kind) =>
      kinds[kind] > 0 && (
        <span key={kind} class={kind === 'worse' ? 'is-fall' : 'is-rise'}>
          <span aria-hidden="true">{`${kind === 'worse' ? '▼' : '▲'}${countText(kinds[kind])}`}</span>
          <span class="unseen">{counted(`summary.${kind}`, kinds[kind])}</span>{' '}
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
  return <MoreButton items={useClientItems(client)} />;
}

/** Returns the items that export a client. */
function useClientItems(client: ClientRow): MenuItem[] {
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
      <h2 id="client-heading" tabIndex={-1}>
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
  const items = useClientItems(client);
  const [buttons, [csv]] = [items.slice(0, -1), items.slice(-1)];
  const [summary] = buttons;
  if (!summary || !csv) return null;
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
      <MenuButton label={i18n.t('list.more')} items={[csv]} disabled={isUnknown} />
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
