import { direction, language, type Words } from '@/components/text/language';
import {
  type DocumentCell,
  type DocumentSection,
  type DocumentTable,
  linkOfCell,
  textOfCell,
  textOfLine,
  type WrittenDocument,
} from './document';

/** Renders documents as HTML for trackers. Texts from outside stay texts. */
export function writtenHtml(documents: readonly WrittenDocument[]): string {
  return documents.map(documentHtml).join('');
}

function documentHtml({ document, words }: WrittenDocument): string {
  const { title, head, sections } = document;
  const parts = [
    title === null ? '' : `<p><strong>${textHtml(title)}</strong></p>`,
    ...head.map(paragraph),
    ...sections.map((section) => sectionHtml(section, words)),
  ];
  return `<div lang="${language(words)}" dir="${direction(words)}">${parts.join('')}</div>`;
}

/** A table replaces the lines, which have the same content for plain text. */
function sectionHtml({ heading, lines = [], table }: DocumentSection, words: Words): string {
  const title = heading ? `<h3>${textHtml(heading)}</h3>` : '';
  if (table !== undefined) return title + tableHtml(table);
  return title + lines.map((line) => paragraph(textOfLine(line, words))).join('');
}

function tableHtml({ columns, rows }: DocumentTable): string {
  const head = columns.map((column) => `<th>${escaped(column)}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map(cellHtml).join('')}</tr>`);
  // GitHub replaces the table by Markdown, which needs a blank line before it.
  return `\n<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

function cellHtml(cell: DocumentCell): string {
  const link = linkOfCell(cell);
  if (link === null) return `<td>${textHtml(textOfCell(cell))}</td>`;
  return `<td><a href="${escaped(link)}">${escaped(textOfCell(cell))}</a></td>`;
}

function paragraph(text: string): string {
  return `<p>${textHtml(text)}</p>`;
}

/** GitHub escapes each pipe, so a backslash before a pipe would end the cell. */
function textHtml(text: string): string {
  return escaped(withoutMarkdownLinks(text).replaceAll('\\|', `\\${ZERO_WIDTH_SPACE}|`));
}

/** An invisible character that ends a name. */
const ZERO_WIDTH_SPACE = '\u200b';

/**
 * Prevents links, images, mentions and references in Markdown that a tracker makes of a text. A bare
 * address stays readable: a tracker may make a link of it.
 */
export function withoutMarkdownLinks(text: string): string {
  return text.replaceAll(/\](?=\()|[@#](?=[\w-])/g, (sign) => sign + ZERO_WIDTH_SPACE);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
