import { Fragment } from 'preact';
import { countText, direction, language, type Words } from '@/components/text/language';
import { Address } from '@/components/ui/address';
import { RatingShape } from '@/components/ui/report/rating-tag';
import {
  type DocumentCell,
  type DocumentLine,
  type DocumentTable,
  textOfLine,
  type WrittenDocument,
} from './document';

/** Renders a document for print. */
export function DocumentSheet({ document, words }: WrittenDocument) {
  const { title, head, sections } = document;
  return (
    <article class="print-sheet" lang={language(words)} dir={direction(words)}>
      <p class="quiet">{words.t('print.title')}</p>
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
            <Line key={line.text} line={line} words={words} />
          ))}
          {table && <Table table={table} words={words} />}
        </Fragment>
      ))}
    </article>
  );
}

function Line({ line, words }: { line: DocumentLine; words: Words }) {
  const { label, text, note } = line;
  if (label === undefined) return <p>{textOfLine({ text, note: note ?? null }, words)}</p>;
  return (
    <p class="print-average">
      {label} <b>{text}</b> {note}
    </p>
  );
}

function Table({ table, words }: { table: DocumentTable; words: Words }) {
  const { kind, columns, rows } = table;
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
              <CellText cell={name} words={words} />
            </th>
            {cells.map((cell, at) => (
              <td key={at} class={ratingClass(cell)}>
                <CellText cell={cell} words={words} />
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

function CellText({ cell, words }: { cell: DocumentCell; words: Words }) {
  if (typeof cell === 'number') return <>{countText(cell, words)}</>;
  if (typeof cell !== 'object' || cell === null) return <>{cell}</>;
  const { text, address, rating, link, below, addresses, more = null } = cell;
  if (addresses !== undefined) {
    return <Addresses addresses={addresses} more={more} words={words} />;
  }
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

interface AddressesProps {
  addresses: readonly string[];
  /** Says how many addresses are not listed. */
  more: string | null;
  words: Words;
}

function Addresses({ addresses, more, words }: AddressesProps) {
  // The separator is outside of `Path`, so the separator has the direction of the language.
  const comma = words.t('text.series', ['', '']);
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
