import { Fragment, render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { checkName, importanceText } from '@/components/report/content/check-names';
import { useReports } from '@/components/reports/reports-page';
import { counted, countText, labelled } from '@/components/text/language';
import { Address } from '@/components/ui/address';
import { RatingShape } from '@/components/ui/report/rating-tag';
import type { ClientSummary, PageSummary } from './client-summary';

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
  return <div class="print-sheets on-paper" ref={place} />;
}

interface SheetProps {
  client: ClientSummary;
  /** Whether all rows are read. */
  isWhole: boolean;
}

function Sheet({ client, isWhole }: SheetProps) {
  const { name, period, measured, numbers, partRead, fewer, pages } = client;
  return (
    <article class="print-sheet">
      <p class="quiet">{i18n.t('print.title')}</p>
      <h1>
        <bdi dir="ltr">{name}</bdi>
      </h1>
      <p class="quiet">{[period, measured].filter(Boolean).join(' · ')}</p>
      {partRead && <p class="quiet">{partRead}</p>}
      {!isWhole && <p class="alert">{i18n.t('print.notWhole')}</p>}
      {numbers && <Numbers {...numbers} />}
      <h2>{fewer ?? counted('print.allPages', pages.length)}</h2>
      <PageTable pages={pages} />
    </article>
  );
}

function Numbers(numbers: NonNullable<ClientSummary['numbers']>) {
  const { letter, averageLabel, average, pages, kinds, problems, others } = numbers;
  return (
    <>
      <p>{letter}</p>
      <p class="print-average">
        {averageLabel} <b>{average}</b>
      </p>
      <p>{labelled(counted('reports.pages', pages), kinds)}</p>
      {problems.length > 0 && (
        <>
          <h2>
            {i18n.t('print.important')}{' '}
            {others.medium + others.low > 0 && (
              <small class="quiet">
                {i18n.t('print.unlisted', [countText(others.medium), countText(others.low)])}
              </small>
            )}
          </h2>
          <table class="print-problems">
            <thead>
              <tr>
                <th scope="col">{i18n.t('comparison.check')}</th>
                <th scope="col">{i18n.t('comparison.importance')}</th>
                <th scope="col">{i18n.t('print.pages')}</th>
                <th scope="col">{i18n.t('batch.column.address')}</th>
              </tr>
            </thead>
            <tbody>
              {problems.map((problem) => (
                <tr key={problem.name}>
                  <th scope="row">{checkName(problem)}</th>
                  <td>{importanceText(problem.importance)}</td>
                  <td>{countText(problem.pages)}</td>
                  <td>
                    <Where {...problem} />
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

function Where({ where, more }: { where: readonly string[]; more: number }) {
  // What the language puts between two; a path's own direction ends before it.
  const comma = i18n.t('text.series', ['', '']);
  return (
    <>
      {where.map((address, index) => (
        <Fragment key={address}>
          {index > 0 && comma}
          <bdi dir="ltr">
            <Address address={address} isPathAlone />
          </bdi>
        </Fragment>
      ))}
      {more > 0 && `${comma}${i18n.t('report.more', [countText(more)])}`}
    </>
  );
}

function PageTable({ pages }: { pages: readonly PageSummary[] }) {
  return (
    <table class="print-pages">
      <thead>
        <tr>
          <th scope="col">{i18n.t('batch.column.address')}</th>
          <th scope="col">{i18n.t('print.before')}</th>
          <th scope="col">{i18n.t('sort.result')}</th>
          <th scope="col">{i18n.t('sort.generated_at')}</th>
          <th scope="col">{i18n.t('print.failedHigh')}</th>
          <th scope="col">{i18n.t('batch.column.report')}</th>
        </tr>
      </thead>
      <tbody>
        {pages.map(({ id, name, address, before, rating, result, generatedOn, ...page }) => (
          <tr key={id}>
            <th scope="row" title={name}>
              <bdi dir="ltr">
                <Address address={address} isPathAlone />
              </bdi>
            </th>
            <td>{before}</td>
            <td class={`rating-${rating ?? 'none'}`}>
              <RatingShape rating={rating} /> {result}
            </td>
            <td>{generatedOn}</td>
            <td>{page.important}</td>
            <td>{page.link && <a href={page.link}>{id}</a>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
