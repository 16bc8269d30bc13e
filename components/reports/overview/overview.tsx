import { i18n } from '#i18n';
import { averageLabel } from '@/components/export/client-summary';
import type { OverviewState } from '@/components/table/overview-state';
import { counted, countText } from '@/components/text/language';
import { CHANGE_KINDS, SINCE, SINCE_DAYS, type Since } from '@/lib/report/compare/page-change';
import { WhatIsWrong } from './what-is-wrong';

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
      <label>
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
      <p class="average">
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
      <p class="kinds">
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
