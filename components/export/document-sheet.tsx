import { Fragment } from 'preact';
import { countText, direction, language, type Words } from '@/components/text/language';
import { Address } from '@/components/ui/address';
import { RatingShape } from '@/components/ui/report/rating-tag';
import { curveHeights } from '@/lib/report/compare/curve-heights';
import { CURVE_WEEKS } from '@/lib/report/compare/weekly-scores';
import type { Agency } from '@/lib/settings/agency';
import {
  type DocumentCell,
  type DocumentLine,
  type DocumentTable,
  type DocumentTrend,
  textOfLine,
  type WrittenDocument,
} from './document';

interface DocumentSheetProps extends WrittenDocument {
  agency: Agency;
}

/** Renders a document for print. Only lines have the colour of the agency. */
export function DocumentSheet({ document, words, agency }: DocumentSheetProps) {
  const { title, head, sections } = document;
  return (
    <article
      class="print-sheet"
      lang={language(words)}
      dir={direction(words)}
      style={{ '--agency': agency.color }}
    >
      <Letterhead agency={agency} words={words} />
      <h1>
        <bdi dir="ltr">{title}</bdi>
      </h1>
      {head.map((line) => (
        <p key={line} class="quiet">
          {line}
        </p>
      ))}
      {sections.map(({ heading, note, lines = [], trend, table }, index) => (
        <section key={index}>
          {heading && (
            <h2>
              {heading} {note && <small class="quiet">{note}</small>}
            </h2>
          )}
          {lines.map((line) => (
            <Line key={line.text} line={line} words={words} />
          ))}
          {trend && <Trend trend={trend} words={words} />}
          {table && <Table table={table} words={words} />}
        </section>
      ))}
    </article>
  );
}

function Letterhead({ agency: { name, logo }, words }: { agency: Agency; words: Words }) {
  const hasAgency = name !== '' || logo !== null;
  return (
    <header class={hasAgency ? 'print-letterhead has-agency' : 'print-letterhead'}>
      {/* An SVG in an `img` element runs no script and loads nothing. */}
      {logo !== null && <img src={logo} alt="" />}
      {name !== '' && (
        <b>
          <bdi>{name}</bdi>
        </b>
      )}
      <span class="quiet">{words.t('print.title')}</span>
    </header>
  );
}

/** The width of a week in the chart, and the height of the chart, in units of its `viewBox`. */
const WEEK_WIDTH = 88;
const TREND_HEIGHT = 48;

/** A line through the averages, above a table of the averages. The part without a result is dotted. */
function Trend({ trend, words }: { trend: DocumentTrend; words: Words }) {
  const { days, averages, lastMeasured } = trend;
  // The columns of the table below have equal widths.
  const weekWidth = (CURVE_WEEKS * WEEK_WIDTH) / averages.length;
  const points = curveHeights(averages).map((height, at) => ({
    x: (at + 0.5) * weekWidth,
    y: (1 - height) * TREND_HEIGHT,
  }));
  const measured = points.slice(0, lastMeasured + 1);
  const rest = points.slice(lastMeasured);
  return (
    <div class="print-trend">
      <svg viewBox={`0 0 ${CURVE_WEEKS * WEEK_WIDTH} ${TREND_HEIGHT}`} aria-hidden="true">
        <polyline points={lineThrough(measured)} />
        {rest.length > 1 && <polyline points={lineThrough(rest)} />}
        {measured.map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r="3" />
        ))}
      </svg>
      <table>
        <thead>
          <tr>
            {days.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {averages.map((average, at) => (
              <td key={at}>{countText(average, words)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function lineThrough(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
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
