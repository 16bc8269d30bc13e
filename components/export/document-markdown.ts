import type { Words } from '@/components/text/language';
import {
  type DocumentCell,
  type DocumentSection,
  type DocumentTable,
  linkOfCell,
  textOfCell,
  textOfLine,
  type WrittenDocument,
} from './document';
import { withoutMarkdownLinks } from './document-html';

/** Renders documents as GitHub Flavored Markdown. Texts from outside stay texts. */
export function writtenMarkdown(documents: readonly WrittenDocument[]): string {
  return documents.map(documentMarkdown).join('\n');
}

function documentMarkdown({ document, words }: WrittenDocument): string {
  const { title, head, sections } = document;
  const parts = [
    ...(title === null ? [] : [`**${escaped(title)}**`]),
    ...head.map(escaped),
    ...sections.flatMap((section) => sectionParts(section, words)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A table replaces the lines, which have the same content for plain text. */
function sectionParts({ heading, lines = [], table }: DocumentSection, words: Words): string[] {
  return [
    ...(heading ? [`### ${escaped(heading)}`] : []),
    ...(table === undefined
      ? lines.map((line) => escaped(textOfLine(line, words)))
      : [tableMarkdown(table)]),
  ];
}

function tableMarkdown({ columns, rows }: DocumentTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(escaped)),
    line(columns.map(() => '---')),
    ...rows.map((cells) => line(cells.map(cellMarkdown))),
  ].join('\n');
}

function cellMarkdown(cell: DocumentCell): string {
  const text = escaped(textOfCell(cell));
  const link = linkOfCell(cell);
  return link === null ? text : `[${text}](${link})`;
}

/**
 * Escapes a text. GitHub also makes links of addresses, of names after `@` and of numbers after `#`. It
 * finds names and numbers after it has read the escapes.
 */
function escaped(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return withoutMarkdownLinks(line)
    .replaceAll(/[\\`*_{}[\]<>|~&#!$^=]/g, String.raw`\$&`)
    .replace(/^[-+]/, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
    .replaceAll('://', String.raw`:\//`)
    .replaceAll(/\b(www)\./gi, String.raw`$1\.`);
}
