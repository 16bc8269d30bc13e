import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { checkName, importanceText } from '@/components/report/content/check-names';
import type { OverviewState } from '@/components/table/overview-state';
import { fixDates } from '@/components/text/failure-dates';
import { isolated } from '@/components/text/isolation';
import { counted, countText, labelled, series } from '@/components/text/language';
import { SearchField } from '@/components/ui/fields/search-field';
import { Icon } from '@/components/ui/icon';
import { Message } from '@/components/ui/message';
import { openingPress } from '@/components/ui/opening-press';
import type { FixedCheck, NewProblem, OldProblem, SpreadCheck } from '@/lib/report/compare/clients';
import type { CheckCount, Problem } from '@/lib/report/compare/findings';
import { IMPORTANCES } from '@/lib/report/importance';
import { hasResult } from '@/lib/report/report';
import { hasChecks } from '@/lib/report/verdict';
import { NotCompared, useMayHaveEarlier } from './client-table';
import { IntendedList } from './intended-list';
import { opensProblem } from './list-view-focus';
import { useReports } from './reports-page';
import { TicketList, useTicketNote } from './ticket-lists';

/** Maximum number of a client's old or fixed problems, before a press on *All*. */
const MAX_SEEN = 5;
/** The number of checks that a folded list names. */
const MAX_FOLDED = 3;
/**
 * Maximum number of lines in the parts of all clients, before a press on *All*. The style sheet
 * gives these parts the height of the lines before the problems are known.
 */
const MAX_LINES = 3;
/** Maximum number of problems in a line. */
const MAX_COLUMNS = 2;
/** Maximum number of current problems, before a press on *All*, if no results are compared. */
const MAX_CURRENT = MAX_LINES * MAX_COLUMNS;

export interface FindingsProps {
  overview: OverviewState;
  /** Whether the lists are unfolded. Folded lists leave space for the table below. */
  isUnfolded: Signal<boolean>;
  /** Shows the pages of a problem or, with `isFixed`, the pages on which the problem was fixed. */
  onShow: (problem: ShownProblem, inNewTab: boolean) => void;
}

interface ShownProblem {
  check: string;
  isFixed?: true;
  /** By default, the client of the view. */
  client?: string | undefined;
}

/** The problems of all clients, and beside them the fixed checks. */
export function Findings({ overview, isUnfolded, onShow }: FindingsProps) {
  const { important, lessImportant, all, current, fixed } = overview.findings.value;
  const isKnown = overview.isKnown.value;
  const isCompared = overview.overview.value.checksCompared > 0;
  const label = i18n.t(isCompared ? 'wrong.newImportant' : 'wrong.importantFirst');
  const areAll = useOpenPart('wrong');
  const lists = useMarkLists(overview, isUnfolded);
  const ticketNote = useTicketNote();
  const ticketNoteOn = ({ name, clients }: SpreadCheck) =>
    ticketNote(
      name,
      clients.map((client) => client.name),
      clients.flatMap(({ pages }) => pages),
    );
  const othersOf = useOtherPages();
  const noteOf = (problem: NewProblem) =>
    [ticketNoteOn(problem), clientsText(problem), ...othersOf({ ...problem, notCompared: 0 })]
      .filter(Boolean)
      .join(' · ');
  if (overview.rows.value.length === 0) return null;
  const hasProblems = all.length > 0;
  const isAllOpen = areAll.value && (hasProblems || !isKnown);
  const hasNote = !isAllOpen && !lists.list && (isCompared || current.length > 0 || !isKnown);
  const showWrong = (problem: SpreadCheck, inNewTab: boolean) =>
    onShow({ check: problem.name, client: onlyClient(problem) }, inNewTab);
  return (
    <div class={`findings is-of-all ${isUnfolded.value ? '' : 'is-folded'}`}>
      <Part
        id="wrong"
        label={i18n.t('wrong.label')}
        isUnfolded={isUnfolded}
        hasFold
        brief={
          isKnown && (
            <Brief
              checks={isCompared ? [...important, ...lessImportant] : current}
              onShow={showWrong}
            />
          )
        }
        note={hasNote ? label : null}
        all={{ isOpen: isAllOpen, count: isKnown && hasProblems ? all.length : null }}
        onAll={() => {
          areAll.value = !areAll.value;
        }}
        toggle={lists.toggles}
      >
        {lists.list}
        {!isKnown && <b class="no-number">–</b>}
        {isKnown && isAllOpen && <AllProblems overview={overview} onShow={onShow} />}
        {isKnown && !isAllOpen && !lists.list && !isCompared && (
          <CurrentProblems
            overview={overview}
            noteOf={(problem) =>
              [ticketNoteOn(problem), importanceText(problem.importance), clientsText(problem)]
                .filter(Boolean)
                .join(' · ')
            }
            onShow={showWrong}
          />
        )}
        {isKnown && !isAllOpen && !lists.list && isCompared && (
          <NewProblems overview={overview} noteOf={noteOf} onShow={showWrong} />
        )}
      </Part>
      {countMeasured(overview).named > 0 && (
        <Fixed
          fixed={isKnown ? fixed : null}
          isUnfolded={isUnfolded}
          isCompared={isCompared}
          maxSeen={MAX_LINES}
          noteOf={clientsText}
          onShow={onShow}
        />
      )}
    </div>
  );
}

/** The checks of one client: new, still failing, not comparable, and fixed. */
export function ClientFindings({ overview, isUnfolded, onShow }: FindingsProps) {
  const { important, lessImportant, remaining, uncompared, all, current, fixed } =
    overview.findings.value;
  const areAll = useOpenPart('wrong');
  const client = overview.client.value;
  const lists = useMarkLists(overview, isUnfolded);
  const ticketNote = useTicketNote();
  const othersOf = useOtherPages();
  const noteOf = ({ name, importance }: CheckCount) =>
    [
      ticketNote(name, client === null ? null : [client], overview.rows.value),
      importanceText(importance),
    ]
      .filter(Boolean)
      .join(' · ');
  const noteWithOthers = (problem: NewProblem | OldProblem) =>
    [noteOf(problem), ...othersOf(problem)].join(' · ');
  const onShowCheck = ({ name }: CheckCount, inNewTab: boolean) =>
    onShow({ check: name }, inNewTab);
  if (!overview.isKnown.value) return null;
  const isCompared = overview.overview.value.checksCompared > 0;
  const appeared = [...important, ...lessImportant];
  const fixedPart = (
    <Fixed
      fixed={fixed}
      isUnfolded={isUnfolded}
      isCompared={isCompared}
      maxSeen={MAX_SEEN}
      noteOf={importanceOf}
      onShow={onShow}
    />
  );
  if (!isCompared) {
    const hasNote = !areAll.value && !lists.list && current.length > 0;
    return (
      <div class={isUnfolded.value ? 'findings' : 'findings is-folded'}>
        <Part
          id="wrong"
          label={i18n.t('wrong.label')}
          isUnfolded={isUnfolded}
          hasFold
          brief={<Brief checks={current} onShow={onShowCheck} />}
          note={hasNote ? i18n.t('wrong.importantFirst') : null}
          all={{ isOpen: areAll.value, count: all.length > MAX_CURRENT ? all.length : null }}
          onAll={() => {
            areAll.value = !areAll.value;
          }}
          toggle={lists.toggles}
        >
          {lists.list || (
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
    <div class={`findings is-of-client ${isUnfolded.value ? '' : 'is-folded'}`}>
      <Part
        id="new"
        label={i18n.t('clients.new')}
        isUnfolded={isUnfolded}
        hasFold
        brief={<Brief checks={appeared} onShow={onShowCheck} />}
      >
        {appeared.length === 0 && <NothingNew />}
        <CheckList id="new" checks={appeared} noteOf={noteWithOthers} onShow={onShowCheck} />
      </Part>
      <OldProblems
        id="remaining"
        label={i18n.t('clients.stillFailing')}
        checks={remaining}
        isUnfolded={isUnfolded}
        lists={lists}
        noteOf={noteWithOthers}
        onShow={onShowCheck}
      />
      {uncompared.length > 0 && (
        <OldProblems
          id="uncompared"
          label={i18n.t('clients.notComparable')}
          checks={uncompared}
          isUnfolded={isUnfolded}
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
  isUnfolded: Signal<boolean>;
  lists?: ReturnType<typeof useMarkLists>;
}

/** A list of old problems. An open list of tickets or of intended problems replaces it. */
function OldProblems({ label, isUnfolded, lists, ...list }: OldProblemsProps) {
  const { id, checks } = list;
  const areAll = useOpenPart(id);
  return (
    <Part
      id={id}
      label={label}
      isUnfolded={isUnfolded}
      brief={<Brief checks={checks} onShow={list.onShow} />}
      all={{ isOpen: areAll.value, count: checks.length > MAX_SEEN ? checks.length : null }}
      onAll={() => {
        areAll.value = !areAll.value;
      }}
      toggle={lists?.toggles}
    >
      {checks.length === 0 && !lists?.list && (
        <p class="quiet">{i18n.t('clients.nothingRemaining')}</p>
      )}
      {lists?.list || (
        <CheckList {...list} checks={areAll.value ? checks : checks.slice(0, MAX_SEEN)} />
      )}
    </Part>
  );
}

function NothingNew() {
  return <p class="quiet">{i18n.t('clients.nothingNew')}</p>;
}

interface NewProblemsProps {
  overview: OverviewState;
  noteOf: (problem: NewProblem) => string;
  onShow: (problem: SpreadCheck, inNewTab: boolean) => void;
}

/** The new problems of high importance. The last line names all other new problems. */
function NewProblems({ overview, noteOf, onShow }: NewProblemsProps) {
  const { important, lessImportant } = overview.findings.value;
  if (important.length + lessImportant.length === 0) return <NothingNew />;
  const hasOthers = lessImportant.length > 0 || important.length > MAX_LINES * MAX_COLUMNS;
  const lines = hasOthers ? MAX_LINES - 1 : MAX_LINES;
  const listed = important.slice(0, lines * MAX_COLUMNS);
  const others = [...important.slice(listed.length), ...lessImportant];
  const text = labelled(i18n.t('wrong.alsoNew'), series(others.map(alsoText)));
  return (
    <>
      <CheckList
        id="wrong"
        hasColumns={listed.length > lines}
        checks={listed}
        noteOf={noteOf}
        onShow={onShow}
      />
      {hasOthers && (
        <p class="quiet cut" title={text}>
          <Message text={text} />
        </p>
      )}
    </>
  );
}

interface CurrentProblemsProps {
  overview: OverviewState;
  /** Whether all problems are visible. */
  areAll?: boolean;
  noteOf: (problem: SpreadCheck) => string;
  onShow: (problem: SpreadCheck, inNewTab: boolean) => void;
}

/** The most important problems, if no failed check can be compared with an earlier result. */
function CurrentProblems({ overview, areAll = false, noteOf, onShow }: CurrentProblemsProps) {
  const { current } = overview.findings.value;
  if (current.length === 0) return <NoProblem overview={overview} />;
  const checks = areAll ? current : current.slice(0, MAX_CURRENT);
  return <CheckList id="wrong" hasColumns checks={checks} noteOf={noteOf} onShow={onShow} />;
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
  const { length } = measured.filter(({ report }) => hasChecks(report));
  return { named: length, unnamed: measured.length - length };
}

/**
 * Returns the buttons that open the list of tickets or of intended problems, and the open list.
 * `list` is null or false if no list is open.
 */
function useMarkLists(overview: OverviewState, isUnfolded: Signal<boolean>) {
  const { tickets } = useReports().ticketState;
  const client = overview.client.value;
  const areTicketsOpen = useOpenPart('tickets');
  const areIntendedOpen = useOpenPart('intended');
  const own = tickets.value.filter((ticket) => client === null || ticket.client === client);
  const intended = overview.intended.value;
  function toggle(open: Signal<boolean>, label: string): ComponentChildren {
    const isOpen = open.value && isUnfolded.value;
    return (
      <button
        type="button"
        class="toggle small"
        aria-expanded={isOpen}
        onClick={() => {
          areTicketsOpen.value = false;
          areIntendedOpen.value = false;
          open.value = !isOpen;
          isUnfolded.value = true;
        }}
      >
        {label}
      </button>
    );
  }
  const intendedLabel =
    client === null
      ? i18n.t('intended.all', [countText(intended.length)])
      : counted('intended.count', intended.length);
  return {
    toggles: (
      <>
        {own.length > 0 &&
          toggle(areTicketsOpen, i18n.t('handedOver.count', [countText(own.length)]))}
        {intended.length > 0 && toggle(areIntendedOpen, intendedLabel)}
      </>
    ),
    list:
      (own.length > 0 && areTicketsOpen.value && <TicketList tickets={own} />) ||
      (intended.length > 0 && areIntendedOpen.value && (
        <IntendedList problems={intended} isOfClient={client !== null} />
      )),
  };
}

export function BatchFindings({ overview, onShow }: Omit<FindingsProps, 'isUnfolded'>) {
  if (overview.rows.value.length === 0) return null;
  return (
    <div class="findings">
      <Part id="wrong" label={i18n.t('wrong.label')}>
        <AllProblems overview={overview} onShow={onShow} />
      </Part>
    </div>
  );
}

/** Whether a part of the current view lists all problems, or whether a list of marks is open. */
function useOpenPart(part: string): Signal<boolean> {
  const { openParts, table } = useReports();
  return openParts.of(`${part} ${table.value.overview.client.value ?? ''}`);
}

interface PartProps {
  id: string;
  label: string;
  /** Absent for a part that is always unfolded. */
  isUnfolded?: Signal<boolean>;
  /** Whether the heading folds and unfolds all parts. */
  hasFold?: boolean;
  /** Shown beside the heading of a folded part. */
  brief?: ComponentChildren;
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

function Part(props: PartProps) {
  const { id, label, isUnfolded, hasFold = false, brief, note = null, toggle, children } = props;
  const { all, onAll } = props;
  const { rememberUnfolding } = useReports();
  const isOpen = isUnfolded?.value ?? true;
  const areAll = isOpen && all?.isOpen === true;
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const unfold = () => {
      if (isUnfolded) isUnfolded.value = true;
    };
    // Find in page has found a text in the folded part.
    content.current?.addEventListener('beforematch', unfold);
    return () => content.current?.removeEventListener('beforematch', unfold);
  }, [isUnfolded]);
  return (
    <section aria-labelledby={`${id}-heading`}>
      <div class="section-head finding-head cluster compact">
        <h2 id={`${id}-heading`} tabIndex={-1}>
          {hasFold && isUnfolded ? (
            <button
              type="button"
              class="fold bare with-icon"
              aria-expanded={isOpen}
              onClick={() => {
                isUnfolded.value = !isOpen;
                rememberUnfolding(!isOpen);
              }}
            >
              <Icon name="down" />
              {label}
            </button>
          ) : (
            label
          )}
        </h2>
        {isOpen ? (
          <small class="grow quiet">{note}</small>
        ) : (
          <div class="brief cluster fill">{brief}</div>
        )}
        {all && (all.count !== null || all.isOpen) && (
          <button
            type="button"
            class="toggle small"
            aria-expanded={areAll}
            onClick={() => {
              if (isUnfolded) isUnfolded.value = true;
              if (all.isOpen === areAll) onAll?.();
            }}
          >
            {all.count === null ? i18n.t('list.all') : counted('wrong.all', all.count)}
          </button>
        )}
        {toggle}
      </div>
      <div ref={content} class="part" hidden={isOpen ? false : 'until-found'}>
        {children}
      </div>
    </section>
  );
}

interface BriefProps<Check extends CheckCount> {
  /** The most important check first. */
  checks: readonly Check[];
  onShow: (check: Check, inNewTab: boolean) => void;
}

/** "Noindex 14 pages, Title 9 pages": the first checks of a folded list, in one line. */
function Brief<Check extends CheckCount>({ checks, onShow }: BriefProps<Check>) {
  return checks.slice(0, MAX_FOLDED).map((check) => (
    <button
      key={check.name}
      type="button"
      class="bare"
      {...openingPress((inNewTab) => onShow(check, inNewTab))}
    >
      <b>{checkName(check)}</b> <span>{counted('reports.pages', check.pages)}</span>
    </button>
  ));
}

interface CheckListProps<Check extends CheckCount> {
  /** Id of the part. The heading of the part names the list. */
  id: string;
  /** Whether a wide window shows the checks in two columns. */
  hasColumns?: boolean;
  checks: readonly Check[];
  noteOf: (check: Check) => string;
  onShow: (check: Check, inNewTab: boolean) => void;
}

function CheckList<Check extends CheckCount>(props: CheckListProps<Check>) {
  const { id, hasColumns = false, checks, noteOf, onShow } = props;
  if (checks.length === 0) return null;
  return (
    <ol class={hasColumns ? 'has-columns' : ''} aria-labelledby={`${id}-heading`}>
      {checks.map((check) => (
        <li key={`${check.name} ${noteOf(check)}`}>
          <button
            type="button"
            class="finding row-button"
            data-opens={opensProblem(check.name, id === 'fixed')}
            {...openingPress((inNewTab) => onShow(check, inNewTab))}
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

interface FixedProps extends Pick<FindingsProps, 'onShow' | 'isUnfolded'> {
  /** Null while unknown. */
  fixed: readonly FixedCheck[] | null;
  /** Whether any page has two results. */
  isCompared: boolean;
  /** Maximum number of checks before a press on *All*. */
  maxSeen: number;
  noteOf: (check: FixedCheck) => string;
}

/** The fixed checks. A press on *All* shows more than the first few. */
function Fixed({ fixed, isUnfolded, isCompared, maxSeen, noteOf, onShow }: FixedProps) {
  const areAll = useOpenPart('fixed');
  const count = fixed?.length ?? 0;
  // A check may have several lines, one for each way in which it was fixed.
  const checkCount = new Set(fixed?.map(({ name }) => name)).size;
  const showFixed = (check: FixedCheck, inNewTab: boolean) =>
    onShow({ check: check.name, isFixed: true, client: onlyClient(check) }, inNewTab);
  return (
    <Part
      id="fixed"
      label={i18n.t('clients.fixed')}
      isUnfolded={isUnfolded}
      brief={<Brief checks={fixed ?? []} onShow={showFixed} />}
      all={{ isOpen: areAll.value, count: count > maxSeen ? checkCount : null }}
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
          checks={areAll.value ? fixed : fixed.slice(0, maxSeen)}
          noteOf={(check) =>
            [check.between && fixDates(check.between), noteOf(check)].filter(Boolean).join(' · ')
          }
          onShow={showFixed}
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
function AllProblems({ overview, onShow }: Omit<FindingsProps, 'isUnfolded'>) {
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
      <SearchField
        fieldRef={field}
        label={i18n.t('wrong.search')}
        value={search.value}
        onEnter={(text) => {
          search.value = text;
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
                    onPress={(inNewTab) => onShow({ check: problem.name }, inNewTab)}
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
  onPress: (inNewTab: boolean) => void;
}

function ProblemButton({ problem, isPressed, onPress }: ProblemButtonProps) {
  const { pages, appeared } = problem;
  const pagesText = counted('wrong.pages', pages);
  const label = checkName(problem);
  return (
    <button
      type="button"
      class="row-button"
      data-opens={opensProblem(problem.name)}
      aria-pressed={isPressed}
      title={[label, pagesText].join(' · ')}
      {...openingPress(onPress)}
    >
      <span class="cut">
        <bdi>{label}</bdi>
      </span>
      <span class="visually-hidden"> · {pagesText}</span>
      <b class="figures" aria-hidden="true">
        {countText(pages)}
      </b>
      {appeared > 0 && (
        <span class="tag alert-tag">{i18n.t('wrong.appeared', [countText(appeared)])}</span>
      )}
    </button>
  );
}
