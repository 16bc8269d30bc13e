import { i18n } from '#i18n';
import { StarButton } from '@/components/app/star-button';
import { usePage } from '@/components/page/page-context';
import { briefTexts } from '@/components/report/content/check-names';
import { dayInYear, shortDate, shortDay } from '@/components/text/dates';
import { resultLabel } from '@/components/text/labels';
import { counted, countText, labelled } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { addressInSentence } from '@/components/text/report-name';
import { IconButton } from '@/components/ui/icon';
import { openingPress } from '@/components/ui/opening-press';
import { Difference } from '@/components/ui/report/difference';
import { PrivacyTag } from '@/components/ui/report/privacy-tag';
import { RatingTag } from '@/components/ui/report/rating-tag';
import { Sparkline } from '@/components/ui/report/sparkline';
import { comparedOf } from '@/lib/report/compare/page-change';
import type { PastResult } from '@/lib/report/past-result';
import { hasFailed } from '@/lib/result';
import { pageKey } from '@/lib/url/page-key';

/** The number of past results that fit side by side. */
const MAX_SHOWN = 7;

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
      <p class="this-page inset-inline border-below beside quiet">
        <b>{i18n.t('page.label')}</b> <span class="fill">{noneText(searchedFor(key))}</span>
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
  const { id, privacy, generatedAt } = newest;
  const isBusy = isUpdating(id);
  const confirmation = form.confirmation.value;
  const offersUpdate = confirmation?.reason === 'justCreated' && confirmation.report !== null;
  const hasCurve = history.results.length > 1;
  const brief = inBrief(newest);
  const texts = briefTexts(brief);
  const difference = comparedOf(brief.change)?.difference ?? 0;
  return (
    <section class="this-page inset-inline border-below" aria-labelledby="this-page">
      <button
        type="button"
        class="opens row-button"
        {...openingPress((inNewTab) => page.openReport(newest, inNewTab))}
      >
        <span class="page-result beside">
          <b id="this-page">{i18n.t('page.label')}</b>
          <RatingTag report={newest} />
          {generatedAt !== null && (
            <time class="cut small" dateTime={generatedAt} title={shortDate(generatedAt)}>
              {i18n.t('page.measured', [dayInYear(generatedAt)])}
            </time>
          )}
        </span>
        <span class="page-brief beside small quiet">
          {texts.comparedWith && (
            <span class="cut">
              {difference !== 0 && <Difference difference={difference} />} {texts.comparedWith}
            </span>
          )}
          {texts.appeared && (
            <span class="cut" title={[texts.appeared, ...texts.others].join(', ')}>
              {texts.appeared}
            </span>
          )}
          {texts.remaining && <span>{texts.remaining}</span>}
          {privacy !== null && <PrivacyTag privacy={privacy} />}
          {hasCurve && <RatingHistory results={history.results.slice(-MAX_SHOWN)} />}
        </span>
      </button>
      <span class="page-tools">
        <StarButton page={key} />
        <IconButton {...searchButton} icon="loupe" />
      </span>
      {/* Hidden while the confirmation of a second report of the page offers the same update. */}
      {!offersUpdate && (
        <button
          type="button"
          class="page-update compact small"
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
    </section>
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
  const title = results
    .map((past) => `${resultLabel(past)} (${shortDay(past.generatedAt)})`)
    .join(', ');
  const label = labelled(counted('page.ratings', results.length), title);
  return (
    <Sparkline
      class="rating-history"
      results={results}
      height={16}
      margin={3}
      step={7}
      words={{ label, title }}
    />
  );
}
