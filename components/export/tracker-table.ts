import type { Words } from '@/components/text/language';
import { copyableAddress, openableAddress } from '@/components/text/report-name';
import type { DocumentCell, DocumentTable } from './document';

/** A row of a table for a tracker. */
export interface TrackedPage {
  address: string;
  /** The finding of the check; empty if unknown. */
  found: string;
  /** The report at the service; null without a link for the reader. */
  report: { id: string; link: string } | null;
}

/** Returns the pages of a ticket as a table. Plain text has lines instead. */
export function trackerTable(pages: readonly TrackedPage[], words: Words): DocumentTable {
  return {
    kind: 'pages',
    columns: [
      words.t('batch.column.address'),
      words.t('reports.column.found'),
      words.t('batch.column.report'),
    ],
    rows: pages.map(({ address, found, report }) => [
      linkCell(copyableAddress(address)),
      found,
      report && linkCell(report.link),
    ]),
  };
}

/**
 * Returns a cell with an address as a link. The text is the address, because GitHub takes only the
 * texts of a pasted HTML table, and turns addresses into links.
 */
function linkCell(address: string): DocumentCell {
  const link = openableAddress(address);
  if (link === null) return address;
  const text = link.replaceAll(/[[\]\\()|`<>\s]/g, encodedCharacter);
  return { text, link: text };
}

/** Encodes a character that could end a link or a cell in Markdown. */
function encodedCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
