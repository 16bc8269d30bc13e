import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { checkName } from '@/components/report/content/check-words';
import { useReports } from '@/components/reports/reports-page';
import { dayInYear, shortDay } from '@/components/text/dates';
import { resultLabel } from '@/components/text/labels';
import { counted, countText, series } from '@/components/text/language';
import { reportAddress, reportName } from '@/components/text/report-name';
import { Address } from '@/components/ui/address';
import { RatingShape } from '@/components/ui/report/rating-tag';
import type { CheckCount, PageRow } from '@/lib/report/compare/findings';
import type { ClientNumbers, ClientSummary } from './clients';
import {
  averageLabel,
  averageText,
  fewerText,
  kindsText,
  measuredText,
  partReadText,
} from './summary';

/** So many pages of a problem are named. */
const MOST_NAMED = 5;

/**
 * What goes on paper in place of the table: a sheet for each client. It is drawn at once when the browser
 * says that it prints, whatever has asked for that, and is gone afterwards.
 */
export function PrintSheets() {
  const { clientsOnPaper, table } = useReports();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const draw = () => {
      const { isKnown } = table.value.overview;
      const sheets = clientsOnPaper().map((client) => (
        <Sheet key={client.name} client={client} isWhole={isKnown.value} />
      ));
      if (place.current) render(sheets, place.current);
    };
    const clear = () => place.current && render(null, place.current);
    addEventListener('beforeprint', draw);
    addEventListener('afterprint', clear);
    return () => {
      removeEventListener('beforeprint', draw);
      removeEventListener('afterprint', clear);
    };
  }, [clientsOnPaper, table]);
  return <div class="print-sheets" ref={place} />;
}

interface SheetProps {
  client: ClientSummary;
  /** Whether all rows are read. */
  isWhole: boolean;
}

function Sheet({ client, isWhole }: SheetProps) {
  const { name, numbers, listed } = client;
  const partRead = partReadText(client.partRead);
  return (
    <article class="print-sheet">
      <p class="note">{i18n.t('print.title')}</p>
      <h1>
        <bdi dir="ltr">{name}</bdi>
      </h1>
      <p class="note">
        {[measuredText(client), numbers && counted('reports.pages', numbers.pages.length)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {partRead && <p class="note">{partRead}</p>}
      {!isWhole && <p class="alert">{i18n.t('print.notWhole')}</p>}
      {numbers && <Numbers {...numbers} />}
      <h2>{fewerText(client) ?? i18n.t('reports.title')}</h2>
      <PageTable pages={listed} />
    </article>
  );
}

function Numbers({ pages, overview, problems: { high, medium, low }, worst }: ClientNumbers) {
  return (
    <>
      <p class="print-average">
        {averageLabel(overview)} <b>{averageText(overview)}</b>
      </p>
      <p>{kindsText(overview.kinds)}</p>
      <div class="print-two">
        <CheckCounts head={i18n.t('past.fixed')} checks={overview.fixed} />
        <CheckCounts head={i18n.t('past.appeared')} checks={overview.appeared} />
      </div>
      {worst.length > 0 && (
        <>
          <h2>{i18n.t('summary.worst')}</h2>
          <PageTable pages={worst} />
        </>
      )}
      {high.length > 0 && (
        <>
          <h2>
            {i18n.t('print.important')}{' '}
            <small>
              {i18n.t('print.others', [countText(medium.length), countText(low.length)])}
            </small>
          </h2>
          <table class="print-problems">
            <thead>
              <tr>
                <th scope="col">{i18n.t('comparison.check')}</th>
                <th scope="col">{i18n.t('print.pages')}</th>
                <th scope="col">{i18n.t('batch.column.address')}</th>
              </tr>
            </thead>
            <tbody>
              {high.map((problem) => (
                <tr key={problem.name}>
                  <th scope="row">{checkName(problem)}</th>
                  <td>{countText(problem.pages)}</td>
                  <td>
                    <Where check={problem.name} pages={pages} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  );
}

function CheckCounts({ head, checks }: { head: string; checks: readonly CheckCount[] }) {
  if (checks.length === 0) return null;
  return (
    <section>
      <h2>{head}</h2>
      <ul>
        {checks.map((check) => (
          <li key={check.name}>
            {checkName(check)} <span>{counted('reports.pages', check.pages)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Where({ check, pages }: { check: string; pages: readonly PageRow[] }) {
  const failing = pages.filter(({ report }) =>
    report.failedChecks?.some(({ name }) => name === check),
  );
  const more = failing.length - MOST_NAMED;
  return (
    <>
      {failing.slice(0, MOST_NAMED).map(({ key, report }) => (
        <span key={key} class="print-path" dir="ltr">
          <Address address={reportAddress(report)} isPathAlone />
        </span>
      ))}
      {more > 0 && <span>{i18n.t('report.more', [countText(more)])}</span>}
    </>
  );
}

function PageTable({ pages }: { pages: readonly PageRow[] }) {
  return (
    <table class="print-pages">
      <thead>
        <tr>
          <th scope="col">{i18n.t('batch.column.address')}</th>
          <th scope="col">{i18n.t('print.before')}</th>
          <th scope="col">{i18n.t('sort.result')}</th>
          <th scope="col">{i18n.t('sort.generated_at')}</th>
          <th scope="col">{i18n.t('print.failedHigh')}</th>
        </tr>
      </thead>
      <tbody>
        {pages.map(({ key, report, change }) => {
          const base = change !== null && 'base' in change ? change.base : null;
          const high = report.failedChecks?.filter(({ importance }) => importance === 'high');
          return (
            <tr key={key}>
              <th scope="row" title={reportName(report)}>
                <bdi dir="ltr">
                  <Address address={reportAddress(report)} isPathAlone />
                </bdi>
              </th>
              <td>{base && `${resultLabel(base)} (${dayInYear(base.generatedAt)})`}</td>
              <td class={`rating-${report.result ?? 'none'}`}>
                <RatingShape rating={report.result} /> {resultLabel(report)}
              </td>
              <td>{report.generatedAt && shortDay(report.generatedAt)}</td>
              <td>{high && series(high.map(checkName))}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
