import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { checkName, importanceText } from '@/components/report/content/check-names';
import type { OverviewState } from '@/components/table/overview-state';
import { repairDates } from '@/components/text/failure-dates';
import { isolated } from '@/components/text/isolation';
import { counted, countText, labelled, series } from '@/components/text/language';
import { Message } from '@/components/ui/message';
import type { FixedCheck, NewProblem, OldProblem, SpreadCheck } from '@/lib/report/compare/clients';
import type { CheckCount, Problem } from '@/lib/report/compare/findings';
import { IMPORTANCES } from '@/lib/report/importance';
import { hasResult } from '@/lib/report/report';
import { verdictOf } from '@/lib/report/verdict';
import { NotCompared, useMayHaveEarlier } from './client-table';
import { TicketList, useHandedOverText } from './handed-over';
import { useReports } from './reports-page';
import { opensProblem } from './view-focus';

/** The limit of checks in each list of old or fixed problems until a press shows all. */
const MAX_SEEN = 5;
/** The limit of current problems until a press shows all, if nothing can be compared. */
const MAX_CURRENT = 6;

interface FindingsProps {
  overview: OverviewState;
  /** Shows the pages of a problem or, with `isFixed`, the pages on which the problem was fixed. */
  onShow: (check: string, isFixed?: true, client?: string) => void;
}

/** The problems of all clients, and beside them the fixed checks. */
export function Findings({ overview, onShow }: FindingsProps) {
  const { important, also, all, current, fixed } = overview.findings.value;
  const isKnown = overview.isKnown.value;
  const isCompared = overview.overview.value.checksCompared > 0;
  const label = i18n.t(isCompared ? 'wrong.newImportant' : 'wrong.importantFirst');
  const areAll = useOpenPart('wrong');
  const tickets = useTickets(null);
  const handedOver = useHandedOverText();
  const handedOverOn = ({ name, clients }: SpreadCheck) =>
    handedOver(
      name,
      clients.map((client) => client.name),
      clients.flatMap(({ pages }) => pages),
    );
  const othersOf = useOtherPages();
  const noteOf = (problem: NewProblem) =>
    [handedOverOn(problem), clientsText(problem), ...othersOf({ ...problem, notCompared: 0 })]
      .filter(Boolean)
      .join(' · ');
  if (overview.rows.value.length === 0) return null;
  const hasProblems = all.length > 0;
  const isAllOpen = areAll.value && (hasProblems || !isKnown);
  const hasNote = !isAllOpen && !tickets.list && (isCompared || current.length > 0 || !isKnown);
  return (
    <div class="findings">
      <Part
        id="wrong"
        label={i18n.t('wrong.label')}
        note={hasNote ? label : null}
        all={{ isOpen: isAllOpen, count: isKnown && hasProblems ? all.length : null }}
        onAll={() => {
          areAll.value = !areAll.value;
        }}
        toggle={tickets.toggle}
      >
        {tickets.list}
        {!isKnown && <b class="no-number">–</b>}
        {isKnown && isAllOpen && <AllProblems overview={overview} onShow={onShow} />}
        {isKnown && !isAllOpen && !tickets.list && !isCompared && (
          <CurrentProblems
            overview={overview}
            noteOf={(problem) =>
              [handedOverOn(problem), importanceText(problem.importance), clientsText(problem)]
                .filter(Boolean)
                .join(' · ')
            }
            onShow={(problem) => onShow(problem.name, undefined, onlyClient(problem))}
          />
        )}
        {isKnown && !isAllOpen && !tickets.list && isCompared && (
          <>
            <CheckList
              id="wrong"
              checks={important}
              noteOf={noteOf}
              onShow={(problem) => onShow(problem.name, undefined, onlyClient(problem))}
            />
            {important.length + also.length === 0 && <NothingNew />}
            {also.length > 0 && (
              <p class="quiet">
                <Message text={labelled(i18n.t('wrong.alsoNew'), series(also.map(alsoText)))} />
              </p>
            )}
          </>
        )}
      </Part>
      {countMeasured(overview).named > 0 && (
        <Fixed
          fixed={isKnown ? fixed : null}
          isCompared={isCompared}
          noteOf={clientsText}
          onShow={onShow}
        />
      )}
    </div>
  );
}

/** The checks of one client: new, still failing, not comparable, and fixed. */
export function ClientFindings({ overview, onShow }: FindingsProps) {
  const { important, also, remaining, uncompared, all, current, fixed } = overview.findings.value;
  const areAll = useOpenPart('wrong');
  const client = overview.client.value;
  const tickets = useTickets(client);
  const handedOver = useHandedOverText();
  const othersOf = useOtherPages();
  const noteOf = ({ name, importance }: CheckCount) =>
    [
      handedOver(name, client === null ? null : [client], overview.rows.value),
      importanceText(importance),
    ]
      .filter(Boolean)
      .join(' · ');
  const noteWithOthers = (problem: NewProblem | OldProblem) =>
    [noteOf(problem), ...othersOf(problem)].join(' · ');
  const onShowCheck = ({ name }: CheckCount) => onShow(name);
  if (!overview.isKnown.value) return null;
  const isCompared = overview.overview.value.checksCompared > 0;
  const appeared = [...important, ...also];
  const fixedPart = (
    <Fixed fixed={fixed} isCompared={isCompared} noteOf={importanceOf} onShow={onShow} />
  );
  if (!isCompared) {
    const hasNote = !areAll.value && !tickets.list && current.length > 0;
    return (
      <div class="findings">
        <Part
          id="wrong"
          label={i18n.t('wrong.label')}
          note={hasNote ? i18n.t('wrong.importantFirst') : null}
          all={{ isOpen: areAll.value, count: all.length > MAX_CURRENT ? all.length : null }}
          onAll={() => {
            areAll.value = !areAll.value;
          }}
          toggle={tickets.toggle}
        >
          {tickets.list || (
            <CurrentProblems
              overview={overview}
              areAll={areAll.value}
              noteOf={noteOf}
              onShow={onShowCheck}
            />
          )}
        </Part>
        {countMeasured(overview).named > 0 && fixedPart}
      </div>
    );
  }
  return (
    <div class="findings is-of-client">
      <Part id="new" label={i18n.t('clients.new')}>
        {appeared.length === 0 && <NothingNew />}
        <CheckList id="new" checks={appeared} noteOf={noteWithOthers} onShow={onShowCheck} />
      </Part>
      <OldProblems
        id="remaining"
        label={i18n.t('clients.stillFailing')}
        checks={remaining}
        tickets={tickets}
        noteOf={noteWithOthers}
        onShow={onShowCheck}
      />
      {uncompared.length > 0 && (
        <OldProblems
          id="uncompared"
          label={i18n.t('clients.notComparable')}
          checks={uncompared}
          noteOf={noteWithOthers}
          onShow={onShowCheck}
        />
      )}
      {fixedPart}
    </div>
  );
}

interface OldProblemsProps extends CheckListProps<OldProblem> {
  label: string;
  tickets?: ReturnType<typeof useTickets>;
}

/** A list of problems that are new on no page, or the tickets instead. */
function OldProblems({ label, tickets, ...list }: OldProblemsProps) {
  const { id, checks } = list;
  const areAll = useOpenPart(id);
  return (
    <Part
      id={id}
      label={label}
      all={{ isOpen: areAll.value, count: checks.length > MAX_SEEN ? checks.length : null }}
      onAll={() => {
        areAll.value = !areAll.value;
      }}
      toggle={tickets?.toggle}
    >
      {checks.length === 0 && !tickets?.list && (
        <p class="quiet">{i18n.t('clients.nothingRemaining')}</p>
      )}
      {tickets?.list || (
        <CheckList {...list} checks={areAll.value ? checks : checks.slice(0, MAX_SEEN)} />
      )}
    </Part>
  );
}

function NothingNew() {
  return <p class="quiet">{i18n.t('clients.nothingNew')}</p>;
}

interface CurrentProblemsProps {
  overview: OverviewState;
  /** Whether all problems are visible. */
  areAll?: boolean;
  noteOf: (problem: SpreadCheck) => string;
  onShow: (problem: SpreadCheck) => void;
}

/** The most important problems, if no failed check can be compared with an earlier result. */
function CurrentProblems({ overview, areAll = false, noteOf, onShow }: CurrentProblemsProps) {
  const { current } = overview.findings.value;
  if (current.length === 0) return <NoProblem overview={overview} />;
  const checks = areAll ? current : current.slice(0, MAX_CURRENT);
  return <CheckList id="wrong" class="is-current" {...{ checks, noteOf, onShow }} />;
}

/** Says why no problem is listed: no check fails, or the failed checks are unknown. */
function NoProblem({ overview }: Pick<CurrentProblemsProps, 'overview'>) {
  const { named, unnamed } = countMeasured(overview);
  if (named + unnamed === 0) return <p class="quiet">{i18n.t('wrong.noResults')}</p>;
  return (
    <>
      {named > 0 && <p class="quiet">{i18n.t('report.noneFailed')}</p>}
      {unnamed > 0 && <p class="quiet">{counted('wrong.unnamed', unnamed)}</p>}
    </>
  );
}

/** Counts the pages with a result, by whether the names of their failed checks are known. */
function countMeasured({ rows }: OverviewState): { named: number; unnamed: number } {
  const measured = rows.value.filter(({ report }) => hasResult(report));
  const { length } = measured.filter(({ report }) => verdictOf(report).failing !== null);
  return { named: length, unnamed: measured.length - length };
}

/**
 * Returns the tickets of one client or of all, and a button that shows the tickets. Both are null
 * without tickets.
 */
function useTickets(client: string | null) {
  const { tickets } = useReports().handedOver;
  const isOpen = useOpenPart('tickets');
  const own = tickets.value.filter((ticket) => client === null || ticket.client === client);
  if (own.length === 0) return { toggle: null, list: null };
  return {
    toggle: (
      <button
        type="button"
        class="toggle small"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {i18n.t('handedOver.count', [countText(own.length)])}
      </button>
    ),
    list: isOpen.value && <TicketList tickets={own} />,
  };
}

export function BatchFindings({ overview, onShow }: FindingsProps) {
  if (overview.rows.value.length === 0) return null;
  return (
    <div class="findings">
      <Part id="wrong" label={i18n.t('wrong.label')}>
        <AllProblems overview={overview} onShow={onShow} />
      </Part>
    </div>
  );
}

/** Whether a part of the shown view is unfolded. */
function useOpenPart(part: string): Signal<boolean> {
  const { openParts, table } = useReports();
  return openParts.of(`${part} ${table.value.overview.client.value ?? ''}`);
}

interface PartProps {
  id: string;
  label: string;
  note?: string | null;
  /**
   * Whether all problems are visible, and their number. `count` is null if unknown or not needed.
   */
  all?: { isOpen: boolean; count: number | null };
  onAll?: () => void;
  /** A further button beside the heading. */
  toggle?: ComponentChildren;
  children: ComponentChildren;
}

function Part({ id, label, note = null, all, onAll, toggle, children }: PartProps) {
  return (
    <section aria-labelledby={`${id}-heading`}>
      <div class="section-head cluster compact">
        <h2 id={`${id}-heading`} tabIndex={-1}>
          {label}
        </h2>
        <small class="grow quiet">{note}</small>
        {all && (all.count !== null || all.isOpen) && (
          <button type="button" class="toggle small" aria-expanded={all.isOpen} onClick={onAll}>
            {all.count === null ? i18n.t('list.all') : i18n.t('wrong.all', [countText(all.count)])}
          </button>
        )}
        {toggle}
      </div>
      {children}
    </section>
  );
}

interface CheckListProps<Check extends CheckCount> {
  /** Id of the part whose heading names the list. */
  id: string;
  class?: string;
  checks: readonly Check[];
  noteOf: (check: Check) => string;
  onShow: (check: Check) => void;
}

function CheckList<Check extends CheckCount>(props: CheckListProps<Check>) {
  const { id, class: ownClass, checks, noteOf, onShow } = props;
  if (checks.length === 0) return null;
  return (
    <ol class={ownClass} aria-labelledby={`${id}-heading`}>
      {checks.map((check) => (
        <li key={`${check.name} ${noteOf(check)}`}>
          <button
            type="button"
            class="finding bare"
            data-opens={opensProblem(check.name, id === 'fixed')}
            onClick={() => onShow(check)}
          >
            <b>{checkName(check)}</b> <span>{counted('reports.pages', check.pages)}</span>{' '}
            <small class="quiet small cut" title={noteOf(check)}>
              <Message text={noteOf(check)} />
            </small>
          </button>
        </li>
      ))}
    </ol>
  );
}

interface FixedProps extends Pick<FindingsProps, 'onShow'> {
  /** Null while unknown. */
  fixed: readonly FixedCheck[] | null;
  /** Whether any page has two results. */
  isCompared: boolean;
  noteOf: (check: FixedCheck) => string;
}

/** The fixed checks, at first only a few, so that the table below stays visible. */
function Fixed({ fixed, isCompared, noteOf, onShow }: FixedProps) {
  const areAll = useOpenPart('fixed');
  const count = fixed?.length ?? 0;
  // A check may have several lines, one for each way in which it was fixed.
  const checkCount = new Set(fixed?.map(({ name }) => name)).size;
  return (
    <Part
      id="fixed"
      label={i18n.t('clients.fixed')}
      all={{ isOpen: areAll.value, count: count > MAX_SEEN ? checkCount : null }}
      onAll={() => {
        areAll.value = !areAll.value;
      }}
    >
      {fixed === null && <b class="no-number">–</b>}
      {fixed && !isCompared && <NotCompared />}
      {fixed && isCompared && count === 0 && <p class="quiet">{i18n.t('clients.nothingFixed')}</p>}
      {fixed && (
        <CheckList
          id="fixed"
          checks={areAll.value ? fixed : fixed.slice(0, MAX_SEEN)}
          noteOf={(check) =>
            [check.between && repairDates(check.between), noteOf(check)].filter(Boolean).join(' · ')
          }
          onShow={(check) => onShow(check.name, true, onlyClient(check))}
        />
      )}
    </Part>
  );
}

const importanceOf = ({ importance }: CheckCount): string => importanceText(importance);

/** Returns the client that a row names; undefined if the row names several. */
function onlyClient({ clients }: SpreadCheck): string | undefined {
  return clients.length === 1 ? clients[0]?.name : undefined;
}

/** "zahnarzt.example 7, nordlicht.example 4"; for one client, only the name. */
function clientsText({ clients }: SpreadCheck): string {
  const [only, ...others] = clients;
  if (only && others.length === 0) return isolated(only.name);
  return series(clients.map(({ name, pages }) => `${isolated(name)} ${countText(pages.length)}`));
}

/**
 * Returns a function that returns on how many other pages a problem fails. Examples: "2 more were
 * failing already", "7 first measured", "1 not compared".
 */
function useOtherPages() {
  const mayHaveEarlier = useMayHaveEarlier();
  return ({ notCompared, firstMeasured, ...problem }: NewProblem | OldProblem): string[] => {
    const failedBefore = 'failedBefore' in problem ? problem.failedBefore : 0;
    const firstKey = mayHaveEarlier ? 'wrong.noneKnown' : 'wrong.firstMeasured';
    return [
      ...(failedBefore > 0 ? [counted('wrong.failedBefore', failedBefore)] : []),
      ...(firstMeasured > 0 ? [counted(firstKey, firstMeasured)] : []),
      ...(notCompared > 0 ? [counted('wrong.notCompared', notCompared)] : []),
    ];
  };
}

/** "Load time, 18 pages, medium". */
function alsoText(problem: CheckCount): string {
  const pages = counted('reports.pages', problem.pages);
  return `${isolated(checkName(problem))} (${series([pages, importanceText(problem.importance)])})`;
}

/** All problems by importance, with a search field. */
function AllProblems({ overview, onShow }: FindingsProps) {
  const problems = overview.problems.value;
  const search = useSignal('');
  const wanted = search.value.trim().toLocaleLowerCase();
  const field = useRef<HTMLInputElement>(null);
  const isWanted = (one: Problem) => checkName(one).toLocaleLowerCase().includes(wanted);
  const columns = IMPORTANCES.map((importance) => ({
    importance,
    found: problems[importance].filter(isWanted),
  })).filter(({ found }) => found.length > 0);
  if (IMPORTANCES.every((importance) => problems[importance].length === 0)) {
    return <NoProblem overview={overview} />;
  }
  return (
    <>
      <input
        ref={field}
        type="search"
        aria-label={i18n.t('wrong.search')}
        placeholder={i18n.t('wrong.search')}
        value={search.value}
        onInput={({ currentTarget }) => {
          search.value = currentTarget.value;
        }}
      />
      {columns.length === 0 && (
        <p class="quiet">
          {i18n.t('wrong.noMatch')}{' '}
          <button
            type="button"
            class="link"
            onClick={() => {
              search.value = '';
              field.current?.focus();
            }}
          >
            {i18n.t('list.clearSearch')}
          </button>
        </p>
      )}
      <div class="wrong-columns">
        {columns.map(({ importance, found }) => (
          <div key={importance}>
            <h3 class="small">
              {i18n.t(`reports.column.${importance}`)}
              <small class="quiet" aria-hidden="true">
                {i18n.t('wrong.inPages')}
              </small>
            </h3>
            <ol aria-label={importanceText(importance)}>
              {found.map((problem) => (
                <li key={problem.name}>
                  <ProblemButton
                    problem={problem}
                    isPressed={problem.name === overview.filters.value.check}
                    onPress={() => onShow(problem.name)}
                  />
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </>
  );
}

interface ProblemButtonProps {
  problem: Problem;
  isPressed: boolean;
  onPress: () => void;
}

function ProblemButton({ problem, isPressed, onPress }: ProblemButtonProps) {
  const { pages, appeared } = problem;
  const said = counted('wrong.pages', pages);
  const label = checkName(problem);
  return (
    <button
      type="button"
      class="bare"
      data-opens={opensProblem(problem.name)}
      aria-pressed={isPressed}
      title={[label, said].join(' · ')}
      onClick={onPress}
    >
      <span class="cut">
        <bdi>{label}</bdi>
      </span>
      <span class="unseen"> · {said}</span>
      <b class="figures" aria-hidden="true">
        {countText(pages)}
      </b>
      {appeared > 0 && (
        <span class="tag alert-tag">{i18n.t('wrong.appeared', [countText(appeared)])}</span>
      )}
    </button>
  );
}
