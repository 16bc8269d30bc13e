import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { ratingLabel } from '@/components/text/labels';
import { counted, countText, labelled } from '@/components/text/language';
import { RatingShape } from '@/components/ui/report/rating-tag';
import type { Findings } from '@/lib/report/compare/findings';
import { RATINGS } from '@/lib/report/rating';
import { checkName } from '../content/check-words';
import type { FindingsFilter } from './findings-state';

/** What is wrong on most of many pages: their ratings and the checks that fail, each filters the rows. */
export function WhatIsWrong({ filter }: { filter: FindingsFilter }) {
  const findings = filter.findings.value;
  const { pages, average, unrated } = findings;
  // Where there is little room, one press unfolds it.
  const isOpen = useSignal(matchMedia('(min-width: 40rem)').matches);
  if (pages.length === 0) return null;
  return (
    <section class="wrong" aria-labelledby="wrong-heading">
      <div class="wrong-head">
        <h2 id="wrong-heading">
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
        <small>
          {counted('wrong.pages', pages.length)}
          {average !== null &&
            !isOpen.value &&
            ` · ${labelled(i18n.t('wrong.average'), countText(average))}`}
        </small>
        {filter.isOn.value && (
          <button type="button" class="toggle" onClick={filter.clear}>
            {i18n.t('list.clear')}
          </button>
        )}
        {filter.hasSelection.value && (
          <button
            type="button"
            class="toggle"
            aria-pressed={filter.ofSelection.value}
            onClick={filter.toggleSelection}
          >
            {i18n.t('wrong.selectedOnly')}
          </button>
        )}
      </div>
      {isOpen.value && (
        <>
          <div class="wrong-ratings">
            <p class="note">
              {average !== null && (
                <>
                  {i18n.t('wrong.average')} <b>{countText(average)}</b>
                </>
              )}
              {unrated.length > 0 && (
                <span>{i18n.t('wrong.unrated', [countText(unrated.length)])}</span>
              )}
            </p>
            <RatingBar findings={findings} />
            <div class="rating-filters">
              {RATINGS.map((rating) => (
                <button
                  key={rating}
                  type="button"
                  aria-pressed={filter.isChosen({ rating })}
                  onClick={() => filter.toggle({ rating })}
                >
                  <RatingShape rating={rating} />
                  {ratingLabel(rating)} <b>{countText(findings.byRating[rating].length)}</b>
                </button>
              ))}
            </div>
          </div>
          {findings.failing.length > 0 && <FailingChecks filter={filter} />}
        </>
      )}
    </section>
  );
}

/** The buttons below it say the same. */
function RatingBar({ findings: { byRating } }: { findings: Findings }) {
  return (
    <div class="rating-bar" aria-hidden="true">
      {RATINGS.filter((rating) => byRating[rating].length > 0).map((rating) => (
        <i key={rating} class={`rating-${rating}`} style={{ flexGrow: byRating[rating].length }} />
      ))}
    </div>
  );
}

function FailingChecks({ filter }: { filter: FindingsFilter }) {
  const { failing, pages } = filter.findings.value;
  return (
    <ol class="failing" aria-label={i18n.t('wrong.checks')}>
      {failing.map(({ name, reports }) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={filter.isChosen({ check: name })}
            title={counted('wrong.failsOn', pages.length, countText(reports.length))}
            onClick={() => filter.toggle({ check: name })}
          >
            <bdi>{checkName({ name })}</bdi>
            <span class="unseen">
              {' '}
              · {counted('wrong.failsOn', pages.length, countText(reports.length))}
            </span>
            <i aria-hidden="true" style={{ '--part': reports.length / pages.length }} />
            <b aria-hidden="true">{countText(reports.length)}</b>
          </button>
        </li>
      ))}
    </ol>
  );
}
