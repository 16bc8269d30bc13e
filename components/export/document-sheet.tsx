import { Fragment } from 'preact';
import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import { Address } from '@/components/ui/address';
import { RatingShape } from '@/components/ui/report/rating-tag';
import {
  type DocumentCell,
  type DocumentLine,
  type DocumentTable,
  type ExportDocument,
  textOfLine,
} from './document';

/** Renders a document for print. */
export function DocumentSheet({ document }: { document: ExportDocument }) {
  const { title, head, sections } = document;
  return (
    <article class="print-sheet">
      <p class="quiet">{i18n.t('print.title')}</p>
      <h1>
        <bdi dir="ltr">{title}</bdi>
      </h1>
      {head.map((line) => (
        <p key={line} class="quiet">
          {line}
        </p>
      ))}
      {sections.map(({ heading, note, lines = [], table }, index) => (
        <Fragment key={index}>
          {heading && (
            <h2>
              {heading} {note && <small class="quiet">{note}</small>}
            </h2>
          )}
          {lines.map((line) => (
            <Line key={line.text} {...line} />
          ))}
          {table && <Table {...table} />}
        </Fragment>
      ))}
    </article>
  );
}

function Line({ label, text, note }: DocumentLine) {
  if (label === undefined) return <p>{textOfLine({ text, note: note ?? null })}</p>;
  return (
    <p class="print-average">
      {label} <b>{text}</b> {note}
    </p>
  );
}

function Table({ kind, columns, rows }: DocumentTable) {
  return (
    <table class={`table print-${kind}`}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], index) => (
          <tr key={index}>
            <th scope="row" title={titleOf(name)}>
              <CellText cell={name} />
            </th>
            {cells.map((cell, at) => (
              <td key={at} class={ratingClass(cell)}>
                <CellText cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function titleOf(cell: DocumentCell): string | undefined {
  return typeof cell === 'object' && cell?.address !== undefined ? cell.text : undefined;
}

function ratingClass(cell: DocumentCell): string | undefined {
  if (typeof cell !== 'object' || cell?.rating === undefined) return undefined;
  return `rating-${cell.rating ?? 'none'}`;
}

function CellText({ cell }: { cell: DocumentCell }) {
  if (typeof cell === 'number') return <>{countText(cell)}</>;
  if (typeof cell !== 'object' || cell === null) return <>{cell}</>;
  const { text, address, rating, link, below, addresses, more = null } = cell;
  if (addresses !== undefined) return <Addresses addresses={addresses} more={more} />;
  if (link !== undefined) return <a href={link}>{text}</a>;
  if (address !== undefined) return <Path address={address} />;
  if (below !== undefined) {
    return (
      <>
        {text}
        {below.map((line) => (
          <p key={line} class="quiet">
            {line}
          </p>
        ))}
      </>
    );
  }
  if (rating === undefined) return <>{text}</>;
  return (
    <>
      <RatingShape rating={rating} /> {text}
    </>
  );
}

function Path({ address }: { address: string }) {
  return (
    <bdi dir="ltr">
      <Address address={address} isWithoutHost />
    </bdi>
  );
}

function Addresses({ addresses, more }: { addresses: readonly string[]; more: string | null }) {
  // The separator is outside of `Path`, so the separator has the direction of the language.
  const comma = i18n.t('text.series', ['', '']);
  return (
    <>
      {addresses.map((address, index) => (
        <Fragment key={address}>
          {index > 0 && comma}
          <Path address={address} />
        </Fragment>
      ))}
      {more !== null && `${comma}${more}`}
    </>
  );
}
