import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { averageLabel } from '@/components/export/client-summary';
import { checkName, importanceText } from '@/components/report/content/check-words';
import type { OverviewState } from '@/components/table/overview-state';
import { counted, countText } from '@/components/text/language';
import type { Problem } from '@/lib/report/compare/findings';
import { CHANGE_KINDS, SINCE, SINCE_DAYS, type Since } from '@/lib/report/compare/page-change';
import { IMPORTANCES } from '@/lib/report/importance';

/** How the pages that are shown have developed, and what fails on them. */
export function Overview({ overview }: { overview: OverviewState }) {
  if (overview.rows.value.length === 0) return null;
  return (
    <div class="overview">
      <Development overview={overview} />
      <WhatIsWrong overview={overview} />
    </div>
  );
}

/** With what pages are compared: "7 days". */
function sinceLabel(since: Since): string {
  return since === 'before'
    ? i18n.t('overview.resultBefore')
    : i18n.t('overview.days', [countText(SINCE_DAYS[since])]);
}

function Development({ overview }: { overview: OverviewState }) {
  const { average, development, kinds } = overview.overview.value;
  const { worse, same, better } = kinds;
  const isKnown = overview.isKnown.value;
  const parts = [
    { name: 'worse', count: worse },
    { name: 'same', count: same },
    { name: 'better', count: better },
  ] as const;
  return (
    <section class="development" aria-label={i18n.t('past.label')}>
      <label class="beside compact">
        <b>{i18n.t('overview.since')}</b>
        <select
          value={overview.since.value}
          onChange={({ currentTarget }) => overview.compareSince(currentTarget.value as Since)}
        >
          {SINCE.map((since) => (
            <option key={since} value={since}>
              {sinceLabel(since)}
            </option>
          ))}
        </select>
      </label>
      <p class="average quiet">
        {averageLabel(overview.overview.value)}{' '}
        {development !== null && (
          <span>{`${countText(development.before)}\u00a0${i18n.t('summary.arrow')}\u00a0`}</span>
        )}
        {isKnown ? <b>{development?.now ?? average ?? '–'}</b> : <b class="no-number">–</b>}
      </p>
      {isKnown && worse + same + better > 0 && (
        <div class="development-bar" aria-hidden="true">
          {parts.map(
            ({ name, count }) =>
              count > 0 && <i key={name} class={`is-${name}`} style={{ flexGrow: count }} />,
          )}
        </div>
      )}
      <p class="kinds cluster quiet small">
        {isKnown ? (
          CHANGE_KINDS.filter((kind) => kinds[kind] > 0).map((kind) => (
            <span key={kind} class={`is-${kind}`}>
              {counted(`summary.${kind}`, kinds[kind])}
            </span>
          ))
        ) : (
          <b class="no-number">–</b>
        )}
      </p>
    </section>
  );
}

/** So many of each importance are seen at first. */
const MOST_SEEN = 5;

/** What fails on the pages, by importance: each problem filters the rows. */
function WhatIsWrong({ overview }: { overview: OverviewState }) {
  const problems = overview.problems.value;
  // Where there is little room, one press unfolds it.
  const isOpen = useSignal(matchMedia('(min-width: 40rem)').matches);
  const areAll = useSignal(false);
  const search = useSignal('');
  const all = IMPORTANCES.flatMap((importance) => problems[importance]);
  const hasMore = IMPORTANCES.some((importance) => problems[importance].length > MOST_SEEN);
  const wanted = search.value.trim().toLocaleLowerCase();

  function seen(column: readonly Problem[]): readonly Problem[] {
    if (!areAll.value) {
      const first = column.slice(0, MOST_SEEN);
      const pressed = column.find(({ name }) => name === overview.filters.value.check);
      return pressed === undefined || first.includes(pressed)
        ? first
        : [...first.slice(0, -1), pressed];
    }
    return column.filter((one) => checkName(one).toLocaleLowerCase().includes(wanted));
  }

  return (
    <section class="wrong" aria-labelledby="wrong-heading">
      <div class="wrong-head cluster compact">
        <h2 id="wrong-heading" class="grow">
          <button
            type="button"
            class="link"
            aria-expanded={isOpen.value}
            onClick={() => {
              isOpen.value = !isOpen.value;
            }}
          >
            {i18n.t('wrong.label')}
          </button>
        </h2>
        {isOpen.value && areAll.value && (
          <input
            type="search"
            aria-label={i18n.t('wrong.search')}
            placeholder={i18n.t('wrong.search')}
            value={search.value}
            onInput={({ currentTarget }) => {
              search.value = currentTarget.value;
            }}
          />
        )}
        {isOpen.value && (hasMore || areAll.value) && (
          <button
            type="button"
            class="toggle small"
            aria-expanded={areAll.value}
            onClick={() => {
              areAll.value = !areAll.value;
            }}
          >
            {i18n.t('wrong.all', [overview.isKnown.value ? countText(all.length) : '–'])}
          </button>
        )}
      </div>
      {isOpen.value && (
        <div class="wrong-columns">
          {IMPORTANCES.map((importance) => (
            <div key={importance}>
              <h3 class="small">
                {i18n.t(`reports.column.${importance}`)}
                <small class="quiet" aria-hidden="true">
                  {i18n.t('wrong.inPages')}
                </small>
              </h3>
              <ol aria-label={importanceText(importance)}>
                {seen(problems[importance]).map((problem) => (
                  <li key={problem.name}>
                    <ProblemButton problem={problem} overview={overview} />
                  </li>
                ))}
              </ol>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

interface ProblemButtonProps {
  problem: Problem;
  overview: OverviewState;
}

function ProblemButton({ problem: { name, pages, appeared }, overview }: ProblemButtonProps) {
  const isKnown = overview.isKnown.value;
  const said = isKnown ? counted('wrong.pages', pages) : '';
  const label = checkName({ name });
  return (
    <button
      type="button"
      class="bare"
      aria-pressed={name === overview.filters.value.check}
      title={[label, said].filter(Boolean).join(' · ')}
      onClick={() => overview.toggle('check', name)}
    >
      <span class="problem-name cut">
        <bdi>{label}</bdi>
      </span>
      {isKnown && <span class="unseen"> · {said}</span>}
      <b class={isKnown ? 'figures' : 'figures no-number'} aria-hidden="true">
        {isKnown ? countText(pages) : '–'}
      </b>
      {isKnown && appeared > 0 && (
        <span class="tag alert-tag">{i18n.t('wrong.appeared', [countText(appeared)])}</span>
      )}
    </button>
  );
}
