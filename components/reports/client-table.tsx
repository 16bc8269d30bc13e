import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { BackButton } from '@/components/app/view-header';
import { measuredAgainText } from '@/components/export/client-summary';
import { checkName } from '@/components/report/content/check-names';
import { isolated } from '@/components/text/isolation';
import { counted, countText, series } from '@/components/text/language';
import { Icon } from '@/components/ui/icon';
import { MenuButton, type MenuItem, MoreButton } from '@/components/ui/menu';
import { Message } from '@/components/ui/message';
import type { ClientRow } from '@/lib/report/compare/clients';
import type { CheckCount, Overview } from '@/lib/report/compare/findings';
import { SINCE, SINCE_DAYS, type Since } from '@/lib/report/compare/page-change';
import { useReports } from './reports-page';

/** The columns after the client's name. */
/** The columns after the client's name, with the keys of their headings. */
const COLUMNS = [
  ['average', 'clients.average'],
  ['moves', 'clients.worseBetter'],
  ['problem', 'clients.problem'],
  ['fixed', 'clients.fixed'],
] as const;

/** The clients whose pages are reported: who has moved, by what, and what was fixed. */
export function Clients() {
  const { moved, unchanged, notCompared } = useReports().table.value.overview.clients.value;
  if (moved.length + unchanged.length + notCompared.length === 0) return null;
  return (
    <section class="clients" aria-labelledby="clients-heading">
      <div class="section-head cluster compact">
        <h2 id="clients-heading" tabIndex={-1}>
          {i18n.t('clients.label')}
        </h2>
        <SinceField />
      </div>
      <table aria-labelledby="clients-heading">
        <thead>
          <tr>
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
        <tbody>
          {moved.map((client) => (
            <Row key={client.name} client={client} />
          ))}
          <FoldedRows name="clients.unchanged" clients={unchanged} />
          <FoldedRows name="clients.notCompared" clients={notCompared} />
        </tbody>
      </table>
    </section>
  );
}

interface FoldedRowsProps {
  name: 'clients.unchanged' | 'clients.notCompared';
  clients: readonly ClientRow[];
}

/** A line with the number of clients, and the rows of the clients once it is opened. */
function FoldedRows({ name, clients }: FoldedRowsProps) {
  const isOpen = useSignal(false);
  if (clients.length === 0) return null;
  return (
    <>
      <tr>
        <td colSpan={COLUMNS.length + 2} class="unchanged cut">
          <button
            type="button"
            class="link"
            aria-expanded={isOpen.value}
            onClick={() => {
              isOpen.value = !isOpen.value;
            }}
          >
            {counted(name, clients.length)}
          </button>{' '}
          <small class="quiet small">
            {!isOpen.value && <Message text={series(clients.map(nameAndAverage))} />}
          </small>
        </td>
      </tr>
      {isOpen.value && clients.map((client) => <Row key={client.name} client={client} />)}
    </>
  );
}

function nameAndAverage({ name, overview }: ClientRow): string {
  const average = overview?.average ?? null;
  return average === null ? isolated(name) : `${isolated(name)} ${countText(average)}`;
}

function Row({ client }: { client: ClientRow }) {
  const { routes } = useReports();
  const { name, hosts, pages, overview } = client;
  const others = hosts.filter((host) => host !== name);
  return (
    <tr>
      <td class="client-name cut">
        <button
          type="button"
          class="link"
          onClick={() => routes.goTo({ name: 'list', client: name })}
        >
          <bdi>{name}</bdi>
        </button>{' '}
        <small class="quiet small">
          <Message
            text={series([...others.map(isolated), counted('reports.pages', pages.length)])}
          />
        </small>
      </td>
      <td class="client-average cut">{overview ? <Average overview={overview} /> : <Unknown />}</td>
      <td class="client-moves cut">{overview ? <Moves overview={overview} /> : <Unknown />}</td>
      <td class="client-problem cut">
        {overview ? <WorstProblem overview={overview} /> : <Unknown />}
      </td>
      <td class="client-fixed cut">{overview ? <Fixed overview={overview} /> : <Unknown />}</td>
      <td class="client-more">{overview && <ClientMenu client={client} />}</td>
    </tr>
  );
}

/** Stands where not all is read that a number rests on. */
function Unknown() {
  return <b class="no-number">–</b>;
}

/** Replaces what follows from a comparison, where no page has two results. */
export function NotCompared() {
  return <span class="quiet">–</span>;
}

/** "74 → 69", and how many pages were measured again; the average alone if none was. */
function Average({ overview }: { overview: Overview }) {
  const { average, development } = overview;
  const measuredAgain = measuredAgainText(overview);
  return (
    <>
      {development && `${countText(development.before)}\u00a0${i18n.t('summary.arrow')}\u00a0`}
      <b>{average ?? '–'}</b>
      {measuredAgain && (
        <small class="quiet small" title={measuredAgain}>
          {' '}
          {measuredAgain}
        </small>
      )}
    </>
  );
}

/** How many pages have become worse and better: ▼15 ▲2. */
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

function WorstProblem({ overview: { appeared, checksCompared } }: { overview: Overview }) {
  const [problem] = appeared;
  if (checksCompared === 0) return <NotCompared />;
  if (problem === undefined)
    return <small class="quiet small">{i18n.t('clients.nothingNew')}</small>;
  return (
    <>
      <OnPages check={problem} /> <span class="tag alert-tag">{i18n.t('reports.new')}</span>{' '}
      <AndMore count={appeared.length - 1} />
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

/** What takes a client's numbers elsewhere. */
function useClientItems(client: ClientRow): MenuItem[] {
  const { exports } = useReports();
  const problem = exports.worstProblem(client);
  return [
    { label: i18n.t('reports.copySummary'), onChoose: () => exports.copySummary(client) },
    { label: i18n.t('reports.print'), onChoose: () => exports.print(client) },
    ...(problem === null
      ? []
      : [
          {
            label: counted('ticket.copyProblem', problem.pages, checkName(problem)),
            onChoose: () => exports.copyWorst(client),
          },
        ]),
    { label: i18n.t('reports.downloadCsv'), onChoose: () => exports.save(client) },
  ];
}

/** The header of one client's view: how it has developed, and what takes that elsewhere. */
export function ClientHeader() {
  const { overview } = useReports().table.value;
  const { moved, unchanged, notCompared } = overview.clients.value;
  const client = [...moved, ...unchanged, ...notCompared].find(
    ({ name }) => name === overview.client.value,
  );
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
      {buttons.map(({ label, onChoose }) => (
        <button
          key={label}
          type="button"
          class={label === summary.label ? 'primary' : ''}
          disabled={isUnknown}
          onClick={onChoose}
        >
          {label}
        </button>
      ))}
      <MenuButton label={i18n.t('list.more')} items={[csv]} disabled={isUnknown} />
    </div>
  );
}

/** With what pages are compared. */
function SinceField() {
  const { since, compareSince } = useReports().table.value.overview;
  return (
    <label class="since-field beside quiet">
      {i18n.t('overview.since')}{' '}
      <select
        value={since.value}
        onChange={({ currentTarget }) => compareSince(currentTarget.value as Since)}
      >
        {SINCE.map((one) => (
          <option key={one} value={one}>
            {one === 'before'
              ? i18n.t('overview.resultBefore')
              : counted('overview.days', SINCE_DAYS[one])}
          </option>
        ))}
      </select>
    </label>
  );
}
