import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { useNoticeLine } from '@/components/app/notice-line';
import { ViewHeader } from '@/components/app/view-header';
import { attemptExport } from '@/components/export/attempt-export';
import { checkName, importanceText } from '@/components/report/content/check-names';
import { useReports } from '@/components/reports/reports-page';
import { shortDate } from '@/components/text/dates';
import { failedLabel, ratingLabel } from '@/components/text/labels';
import { countText, series } from '@/components/text/language';
import { announceCopy } from '@/components/text/messages/copy-message';
import { failureMessage } from '@/components/text/messages/failure-message';
import { reportAddress, reportName } from '@/components/text/report-name';
import { Address } from '@/components/ui/address';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { Message } from '@/components/ui/message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { LargeResult } from '@/components/ui/report/rating-tag';
import { saveCsv } from '@/lib/browser/download';
import type { ComparedCheck, ComparedSide } from '@/lib/report/compare/comparison';
import type { Report } from '@/lib/report/report';
import type { Side, SideName } from './comparison-state';
import {
  areOfOnePage,
  areSame,
  comparisonCsv,
  comparisonText,
  failedOf,
  groupsOf,
  outcomeText,
  shownResult,
  sideLabel,
  sideText,
  storedOnlyTexts,
  type TitledChecks,
} from './comparison-words';

const SIDES = ['left', 'right'] as const;

/** Two results side by side, check by check. */
export function ComparisonView() {
  const { actions, back, comparisonState } = useReports();
  const sides = comparisonState.sides.value;
  const comparison = comparisonState.comparison.value;
  const copied = useNoticeLine();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // `showModal` would focus the first button, which is *Back*.
    current?.querySelector('h2')?.focus();
    // Closing returns the focus to the previous element.
    return () => current?.close();
  }, []);
  if (sides === null) return null;
  const failure = sides.left.failure ?? sides.right.failure;
  const isOnePage = areOfOnePage(sides);
  return (
    <dialog
      class="comparison-view inset-lines whole-on-paper"
      aria-labelledby="comparison-heading"
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault();
        back();
      }}
    >
      <ViewHeader id="comparison-heading" title={i18n.t('comparison.label')}>
        {isOnePage && <SideAddress report={sides.left.report} />}
        {comparison && (
          <>
            <CopyButton
              label={i18n.t('report.copyText')}
              onCopy={() => {
                const copy = async () => actions.onCopy(comparisonText(comparison, sides));
                return announceCopy(copy(), i18n.t('copied.comparison'), copied.announce, {
                  visibleText: null,
                });
              }}
            />
            <button
              type="button"
              onClick={() =>
                void attemptExport(
                  () => saveCsv(comparisonCsv(comparison, sides), 'comparison'),
                  copied.announce,
                )
              }
            >
              {i18n.t('reports.downloadCsv')}
            </button>
            <button type="button" onClick={actions.onPrint}>
              {i18n.t('reports.print')}
            </button>
          </>
        )}
      </ViewHeader>
      <AlertLine>{failure && failureMessage(failure)}</AlertLine>
      {failure && (
        <div class="cluster inset">
          <button type="button" onClick={comparisonState.readAgain}>
            {i18n.t('report.tryAgain')}
          </button>
        </div>
      )}
      <StatusLine>{comparison === null && failure === null && i18n.t('report.reading')}</StatusLine>
      {copied.line}
      <div class="comparison-scroll whole-on-paper">
        <table class="table comparison" aria-label={i18n.t('comparison.label')}>
          <thead>
            <tr>
              <th scope="col">{i18n.t('comparison.check')}</th>
              {SIDES.map((name) => (
                <th key={name} scope="col">
                  <SideHead side={sides[name]} name={name} hasAddress={!isOnePage} />
                </th>
              ))}
            </tr>
          </thead>
          {comparison && <Groups groups={groupsOf(comparison, sides)} />}
        </table>
      </div>
      {storedOnlyTexts(sides).map((text) => (
        <p key={text} class="quiet">
          {text}
        </p>
      ))}
    </dialog>
  );
}

function SideAddress({ report }: { report: Report }) {
  return (
    <span class="side-address fill">
      <bdi dir="ltr">
        <Address address={reportAddress(report)} />
      </bdi>
    </span>
  );
}

interface SideHeadProps {
  side: Side;
  name: SideName;
  /** Whether the sides are of different pages. */
  hasAddress: boolean;
}

/** The result of a side, and the choice among the results of its page. */
function SideHead({ side, name, hasAddress }: SideHeadProps) {
  const { comparisonState } = useReports();
  const { report, past, chosen } = side;
  const { generatedAt } = report;
  const label = i18n.t('comparison.resultOf', [reportName(report)]);
  const failed = failedOf(side);
  return (
    <>
      {hasAddress && <SideAddress report={report} />}
      <span class="side-result cluster spread">
        <LargeResult report={shownResult(side)} />
        <select
          aria-label={`${sideLabel(name)}: ${label}`}
          onChange={({ currentTarget }) => {
            const result = past.find(({ generatedAt }) => generatedAt === currentTarget.value);
            comparisonState.choose(name, result ?? null);
          }}
        >
          <option value="" selected={chosen === null}>
            {generatedAt === null ? ratingLabel(null) : shortDate(generatedAt)}
          </option>
          {past.map((one) => (
            <option
              key={one.generatedAt}
              value={one.generatedAt}
              selected={one.generatedAt === chosen?.generatedAt}
            >
              {shortDate(one.generatedAt)}
            </option>
          ))}
        </select>
      </span>
      {failed && <small class="quiet">{failedLabel(failed)}</small>}
    </>
  );
}

function Groups({ groups }: { groups: readonly TitledChecks[] }) {
  const isPassedOpen = useSignal(false);
  if (groups.length === 0) {
    return (
      <tbody>
        <tr>
          <td colSpan={3}>{i18n.t('comparison.noneFailed')}</td>
        </tr>
      </tbody>
    );
  }
  return groups.map(({ title, checks, arePassed }) => {
    const isFolded = arePassed && !isPassedOpen.value;
    const count = countText(checks.length);
    return (
      <tbody key={title}>
        <tr class="comparison-group">
          <th colSpan={3} scope="rowgroup" class={arePassed ? 'cut' : ''}>
            {arePassed ? (
              <button
                type="button"
                class="link"
                aria-expanded={isPassedOpen.value}
                onClick={() => {
                  isPassedOpen.value = !isPassedOpen.value;
                }}
              >
                {title}
              </button>
            ) : (
              <Message text={title} />
            )}{' '}
            <small class="quiet">
              {count}
              {isFolded && (
                <>
                  {' · '}
                  <bdi>{series(checks.map((check) => checkName(check)))}</bdi>
                </>
              )}
            </small>
          </th>
        </tr>
        {!isFolded && checks.map((check) => <CheckRow key={check.name} check={check} />)}
      </tbody>
    );
  });
}

function CheckRow({ check }: { check: ComparedCheck }) {
  const { importance } = check;
  return (
    <tr>
      <th scope="row">
        <bdi>{checkName(check)}</bdi>{' '}
        {importance && (
          <small class="tag">
            <bdi>{importanceText(importance)}</bdi>
          </small>
        )}
      </th>
      <SideCell side={check.left} isSame={false} />
      <SideCell side={check.right} isSame={areSame(check)} />
    </tr>
  );
}

const OUTCOME_ICONS = { failed: 'cross', muted: 'minus', passed: 'tick' } as const;

interface SideCellProps {
  side: ComparedSide;
  /** Whether the other side has the same outcome and text. */
  isSame: boolean;
}

function SideCell({ side, isSame }: SideCellProps) {
  const { outcome } = side;
  const text = sideText(side);
  return (
    <td class={outcome === 'failed' ? 'is-failed' : `is-${outcome} quiet`}>
      {outcome !== 'unknown' && <Icon name={OUTCOME_ICONS[outcome]} />}
      <span class={outcome === 'unknown' || text === '' ? '' : 'visually-hidden'}>
        {outcomeText(side)}{' '}
      </span>
      {isSame ? <span class="quiet">{i18n.t('comparison.same')}</span> : <bdi>{text}</bdi>}
    </td>
  );
}
