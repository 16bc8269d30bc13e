import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { addressesInFiles } from '@/lib/import/formats';
import { workbookWithSheet } from '../../support/hostile-files';
import { workbookOf } from '../../support/workbook-files';

const PAGE_A = 'https://a.example/x';
const MB = 1024 * 1024;

async function readFile(content: BlobPart, name = 'file') {
  const { rows, unread, isCut } = await addressesInFiles([new File([content], name)]);
  const problems = unread.map((file) => file.problem);
  return { texts: rows.map(({ text }) => text), problems, isCut };
}

/** Sets the size in the first header to 0, as in some ZIP bombs. */
function withoutSizes(zip: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const falsified = zip.slice();
  for (let at = 22; at < 26; at += 1) falsified[at] = 0;
  return falsified;
}

const bomb = (megabytes: number) =>
  zipSync({ 'a.txt': strToU8(`${PAGE_A}\n`), 'b.txt': new Uint8Array(megabytes * MB).fill(32) });

describe('addressesInFiles', () => {
  it.each([
    ['states the true size', bomb(100)],
    ['states a false size', withoutSizes(bomb(100))],
  ])('stops reading a ZIP bomb that %s at 50 MB', async (_, zip) => {
    expect(zip.length).toBeLessThan(MB);
    expect(await readFile(zip)).toEqual({ texts: [PAGE_A], problems: ['tooLarge'], isCut: false });
  });

  it('reads the first 200 of 10,000 members of an archive', async () => {
    const members = Array.from({ length: 10_000 }, (_, at) => [
      `${at}.txt`,
      strToU8(`${PAGE_A}?${at}`),
    ]);
    const { texts, problems } = await readFile(zipSync(Object.fromEntries(members), { level: 0 }));
    expect(texts).toEqual(Array.from({ length: 200 }, (_, at) => `${PAGE_A}?${at}`));
    expect(problems).toEqual(['tooManyFiles']);
  });

  it('stops at 10,000 entries of an archive, even if all entries are folders', async () => {
    const folders = Array.from({ length: 10_001 }, (_, at) => [`${at}/`, new Uint8Array()]);
    const zip = zipSync(
      { ...Object.fromEntries(folders), 'last.txt': strToU8(PAGE_A) },
      { level: 0 },
    );
    expect(await readFile(zip)).toEqual({ texts: [], problems: ['tooManyFiles'], isCut: false });
  });

  it('ignores the paths in names of members', async () => {
    const zip = zipSync({ '../../etc/passwd': strToU8(PAGE_A), '/x': strToU8(`${PAGE_A}?2`) });
    expect(await readFile(zip)).toEqual({
      texts: [PAGE_A, `${PAGE_A}?2`],
      problems: [],
      isCut: false,
    });
  });

  it('reads a workbook but no other archive inside an archive', async () => {
    const inner = zipSync({ 'c.txt': strToU8(PAGE_A) });
    const book = workbookOf(`<row><c t="inlineStr"><is><t>${PAGE_A}?2</t></is></c></row>`);
    const { texts, problems } = await readFile(zipSync({ 'a.zip': inner, 'b.xlsx': book }));
    expect(texts).toEqual([`${PAGE_A}?2`]);
    expect(problems).toEqual(['isNested']);
  });

  it('reports an encrypted or truncated archive, and reads the members before the cut', async () => {
    const zip = zipSync(
      { 'a.txt': strToU8(PAGE_A), 'b.txt': strToU8('x '.repeat(MB / 2)) },
      { level: 0 },
    );
    const encrypted = zip.slice();
    encrypted[6] = 1;
    expect(await readFile(encrypted)).toEqual({ texts: [], problems: ['encrypted'], isCut: false });
    expect(await readFile(zip.slice(0, -900_000))).toMatchObject({
      texts: [PAGE_A],
      problems: ['broken'],
    });
  });

  it('stops reading a workbook at a million cells, including empty cells', async () => {
    const text = (at: number) => `<c t="inlineStr"><is><t>${PAGE_A}?${at}</t></is></c>`;
    const empty = '<c/>'.repeat(1_000);
    const rows = Array.from({ length: 1_100 }, (_, at) => `<row>${text(at)}${empty}</row>`);
    const { texts, problems } = await readFile(workbookOf(rows.join('')));
    expect(problems).toEqual(['tooLarge']);
    expect(texts.length).toBeGreaterThan(900);
    expect(texts.length).toBeLessThan(1_100);
  });

  it('counts the characters of a shared string for each cell of a workbook', async () => {
    const cells = `<row>${'<c t="s"><v>0</v></c>'.repeat(5_000)}</row>`;
    const book = workbookWithSheet(cells, {
      sharedStrings: `<si><t>${'a '.repeat(100_000)}</t></si>`,
      level: 9,
    });
    expect(book.length).toBeLessThan(5_000);
    expect(await readFile(book)).toEqual({ texts: [], problems: ['tooLarge'], isCut: false });
  }, 240_000);

  it('reads a sheet once if a workbook names the sheet a hundred times', async () => {
    const rows = [1, 2].map(
      (at) => `<row><c t="inlineStr"><is><t>${PAGE_A}?${at}</t></is></c></row>`,
    );
    const { texts } = await readFile(workbookWithSheet(rows.join(''), { sheetEntries: 100 }));
    expect(texts).toEqual([`${PAGE_A}?1`, `${PAGE_A}?2`]);
  });

  it('counts the empty cells before a far column as cells of the workbook', async () => {
    const row = `<row><c t="inlineStr"><is><t>${PAGE_A}</t></is></c><c r="SF1"><v>1</v></c></row>`;
    const { texts, problems } = await readFile(workbookWithSheet(row.repeat(10_000), { level: 9 }));
    expect(problems).toEqual(['tooLarge']);
    expect(texts.length).toBeGreaterThan(1_000);
    expect(texts.length).toBeLessThan(3_000);
  }, 240_000);

  it('stops reading a table at three million cells', async () => {
    const { texts, problems } = await readFile(
      `url,b\n${`${PAGE_A},1\n`.repeat(100)}${'a,1\n'.repeat(1_000_000)}`,
    );
    expect(texts.length).toBe(100);
    expect(problems).toEqual(['tooLarge']);
  }, 240_000);

  it('refuses JSON whose values need too much memory', async () => {
    const { texts, problems } = await readFile(`[${'{},'.repeat(2_000_000)}"${PAGE_A}"]`);
    expect(texts).toEqual([]);
    expect(problems).toEqual(['tooLarge']);
  });

  it('stops reading XML and HTML at a thousand levels of elements', async () => {
    const openLevels = (levels: number) =>
      `<?xml version="1.0"?><a><url>${PAGE_A}</url>${'<b>'.repeat(levels)}`;
    const closeLevels = (levels: number) => `${'</b>'.repeat(levels)}</a>`;
    const all = await readFile(`${openLevels(900)}${PAGE_A}${closeLevels(900)}`);
    expect(all).toEqual({ texts: [PAGE_A], problems: [], isCut: false });
    const cut = await readFile(
      `${openLevels(100_000)}${PAGE_A}${closeLevels(100_000)}<url>${PAGE_A}?2</url>`,
    );
    expect(cut).toEqual({ texts: [PAGE_A], problems: ['tooManyLevels'], isCut: false });
    const html = await readFile(
      `<a href="${PAGE_A}">a</a>${'<div>'.repeat(100_000)}<a href="${PAGE_A}?2">`,
    );
    expect(html).toEqual({ texts: [PAGE_A], problems: ['tooManyLevels'], isCut: false });
  });

  it.each([
    ['XML', `<?xml version="1.0"?><list><url>${PAGE_A}</url>`, `<url>${PAGE_A}?2</url></list>`],
    ['HTML', `<a href="${PAGE_A}">a</a>`, `<a href="${PAGE_A}?2">a</a>`],
  ])(
    'stops reading %s at an element with more than a thousand attributes',
    async (_, start, rest) => {
      const attributes = Array.from({ length: 100_000 }, (_, at) => `b${at}="c"`).join(' ');
      const all = await readFile(`${start}<b ${attributes}></b>${rest}`);
      expect(all).toEqual({ texts: [PAGE_A], problems: ['broken'], isCut: false });
    },
  );

  it('reads all links of a text with more than a million cells, but only the first cells', async () => {
    const cells = '<tr>'.repeat(1_000_001);
    const table = `<table><tr><td>${PAGE_A}</td></tr>${cells}<tr><td>${PAGE_A}?2</td></tr></table>`;
    expect(await readFile(table)).toEqual({
      texts: [PAGE_A],
      problems: ['tooLarge'],
      isCut: false,
    });
    const links = `<table>${cells}</table><a href="${PAGE_A}">`;
    expect(await readFile(links)).toEqual({ texts: [PAGE_A], problems: [], isCut: false });
  }, 240_000);

  it('does not expand the entities of a file', async () => {
    const entities = Array.from(
      { length: 30 },
      (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`,
    );
    const xml = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e0 "${PAGE_A}">${entities.join('')}]><a><url>${PAGE_A}?&e30;</url></a>`;
    expect(await readFile(xml)).toEqual({ texts: [`${PAGE_A}?&e30;`], problems: [], isCut: false });
  });

  it.each([
    ['letters', 'a'],
    ['addresses', `${PAGE_A},`],
    ['quotation marks', '"'],
    ['slashes', '/'],
  ])(
    'reads a line with 50 MB of %s in less than 15 seconds of CPU time',
    async (_, piece) => {
      const line = piece.repeat(Math.ceil((50 * MB) / piece.length));
      const before = process.cpuUsage();
      const { texts, problems } = await readFile(line);
      const { user } = process.cpuUsage(before);
      expect(user / 1e6).toBeLessThan(15);
      expect(texts.length).toBeLessThanOrEqual(50_000);
      expect(problems).toEqual(['tooLarge']);
    },
    120_000,
  );
});
