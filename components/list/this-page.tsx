import { i18n } from '#i18n';
import { StarButton } from '@/components/app/star-button';
import { usePage } from '@/components/page/page-context';
import { briefTexts } from '@/components/report/content/check-names';
import { dayInYear, shortDate, shortDay } from '@/components/text/dates';
import { privacyLabel, ratingLabel, resultLabel } from '@/components/text/labels';
import { counted, countText, labelled } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { addressInSentence } from '@/components/text/report-name';
import { PrivacyIcon } from '@/components/ui/fields/privacy-icon';
import { IconButton } from '@/components/ui/icon';
import { openingPress } from '@/components/ui/opening-press';
import { Difference } from '@/components/ui/report/difference';
import { RatingShape } from '@/components/ui/report/rating-tag';
import { CurveLine, curvePoints } from '@/components/ui/report/sparkline';
import { comparedOf } from '@/lib/report/compare/page-change';
import type { PastResult } from '@/lib/report/past-result';
import { hasFailed } from '@/lib/result';
import { pageKey } from '@/lib/url/page-key';

/** The number of past results that fit side by side. */
const MAX_SHOWN = 7;

const CURVE = { height: 20, margin: 4, step: 8 };

/**
 * The region *This page*: the newest report of the tab's page, with buttons that open and update
 * the report. The region is part of the first frame, because a later region would move the content
 * below.
 */
export function ThisPage() {
  const page = usePage();
  const { form, historyOf, searchedFor, isUpdating, update, inBrief, reportSearch, notices } = page;
  const url = form.hasPageAddress.value ? form.page.value?.url : null;
  if (!url) return null;
  const key = pageKey(url);
  const history = historyOf(key);
  const newest = history?.reports[0];
  const searchButton = {
    label: i18n.t('page.look'),
    'aria-disabled': reportSearch.isBusy.value,
    async onClick() {
      if (reportSearch.isBusy.value) return;
      const result = await reportSearch.start(url);
      const name = addressInSentence(url);
      if (hasFailed(result)) {
        notices.announce(labelled(name, failureMessage(result.failure)), { isFailure: true });
      } else {
        notices.announce(i18n.t(result.value ? 'page.found' : 'page.notFound', [name]));
      }
    },
  };
  if (history === undefined || newest === undefined) {
    return (
      <p class="this-page inset-inline border-below">
        <b>{i18n.t('page.label')}</b>{' '}
        <span class="page-none cut quiet">{noneText(searchedFor(key))}</span>
        <button
          type="button"
          class="compact small"
          aria-disabled={searchButton['aria-disabled']}
          onClick={searchButton.onClick}
        >
          {searchButton.label}
        </button>
      </p>
    );
  }
  const { id, privacy, generatedAt, result, score } = newest;
  const isBusy = isUpdating(id);
  const confirmation = form.confirmation.value;
  const offersUpdate = confirmation?.reason === 'justCreated' && confirmation.report !== null;
  const brief = inBrief(newest);
  const texts = briefTexts(brief);
  // "New: Sitemap" and " · Not named in robots.txt". The line has no space for the reason.
  const [news, reason] = texts.appeared?.split(/(?= · )/) ?? [];
  const difference = comparedOf(brief.change)?.difference ?? 0;
  return (
    <section class="this-page inset-inline border-below" aria-labelledby="this-page">
      <button
        type="button"
        class="opens row-button"
        {...openingPress((inNewTab) => page.openReport(newest, inNewTab))}
      >
        <span class="page-result">
          <b id="this-page" class="visually-hidden">
            {i18n.t('page.label')}
          </b>
          <span class={`page-score strong rating-${result ?? 'none'}`}>
            {score === null ? resultLabel(newest) : ratingLabel(result)}{' '}
            {score !== null && <b>{countText(score)}</b>}
            <RatingShape rating={result} />
          </span>
          {generatedAt !== null && <MeasuredOn generatedAt={generatedAt} />}
          {privacy !== null && (
            <span class="page-privacy" title={privacyLabel(privacy)}>
              {PrivacyIcon({ privacy })}
              <span class="visually-hidden">{privacyLabel(privacy)}</span>
            </span>
          )}
        </span>
        <span class="page-brief small">
          {texts.comparedWith && (
            <span class="page-compared cut">
              {difference !== 0 && <Difference difference={difference} />}{' '}
              <span>{texts.comparedWith}</span>
            </span>
          )}
          {texts.appeared && (
            <span class="page-news cut" title={[texts.appeared, ...texts.others].join(', ')}>
              {news}
              <span class="visually-hidden">{reason}</span>
            </span>
          )}
          {texts.remaining && <span>{texts.remaining}</span>}
          {history.results.length > 1 && (
            <RatingHistory results={history.results.slice(-MAX_SHOWN)} />
          )}
        </span>
      </button>
      <span class="page-tools">
        <StarButton page={key} />
        <IconButton {...searchButton} icon="loupe" />
        {/* Hidden while the confirmation of a second report of the page offers the same update. */}
        {!offersUpdate && (
          <button
            type="button"
            class="compact small"
            aria-label={i18n.t(isBusy ? 'list.awaited' : 'report.update')}
            title={i18n.t('report.updateTitle')}
            aria-disabled={isBusy}
            onClick={() => {
              if (!isBusy) void update(newest);
            }}
          >
            {i18n.t(isBusy ? 'list.awaited' : 'page.update')}
          </button>
        )}
      </span>
    </section>
  );
}

/** The day of a result. In every language, the day is at the end of the text. */
function MeasuredOn({ generatedAt }: { generatedAt: string }) {
  const day = dayInYear(generatedAt);
  return (
    <time class="page-day small" dateTime={generatedAt} title={shortDate(generatedAt)}>
      <span>{i18n.t('page.measured', [day]).slice(0, -day.length)}</span>
      <span>{day}</span>
    </time>
  );
}

/**
 * Returns the text for a page without a known report.
 * @param searched the number of newest reports that were searched; null if the result is not yet known
 */
function noneText(searched: number | 'all' | null): string | null {
  if (searched === null) return null;
  return searched === 'all'
    ? i18n.t('page.none')
    : i18n.t('page.notAmongNewest', [countText(searched)]);
}

/** The past results of the page, oldest first, as a line chart with a tooltip. */
function RatingHistory({ results }: { results: readonly PastResult[] }) {
  const points = curvePoints(results, CURVE);
  const width = (results.length - 1) * CURVE.step + 2 * CURVE.margin;
  const title = results
    .map((past) => `${resultLabel(past)} (${shortDay(past.generatedAt)})`)
    .join(', ');
  return (
    <svg
      class="sparkline rating-history"
      viewBox={`${CURVE.step / 2 - CURVE.margin} 0 ${width} ${CURVE.height}`}
      width={width}
      role="img"
      aria-label={labelled(counted('page.ratings', results.length), title)}
    >
      <title>{title}</title>
      <CurveLine points={points} />
      {points.map(({ x, y, rating }) => (
        <circle key={x} class={`rating-${rating}`} cx={x} cy={y} r="2.5" />
      ))}
    </svg>
  );
}
