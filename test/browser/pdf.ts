import { inflateSync } from 'node:zlib';

/** The objects of a PDF by id. Supports only files of Chromium: plain objects, and compressed streams. */
function openPdf(pdf: Uint8Array) {
  const source = Buffer.from(pdf).toString('latin1');
  const objects = new Map(
    [...source.matchAll(/^(\d+) 0 obj\n(.*?)^endobj/gms)].map(([, id, body]) => [id, body ?? '']),
  );
  const bodyOf = (id = '') => objects.get(id) ?? '';
  const streamOf = (id = '') => {
    const [, stream = ''] = /\bstream\n(.*)\nendstream/s.exec(bodyOf(id)) ?? [];
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  };
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body));
  const contentOf = (page: string) => streamOf(/\/Contents (\d+)/.exec(page)?.[1]);
  return { pages, bodyOf, streamOf, contentOf };
}

/**
 * Returns the text of each page of a PDF of Chromium in drawing order, without blanks. Supports only glyphs
 * of fonts with a Unicode map.
 */
export function pdfPages(pdf: Uint8Array): string[] {
  const { pages, bodyOf, streamOf, contentOf } = openPdf(pdf);
  return pages.map((page) => {
    const fonts = new Map(
      [...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
        const [, mapId] = /\/ToUnicode (\d+)/.exec(bodyOf(id)) ?? [];
        return [name, glyphsIn(streamOf(mapId))];
      }),
    );
    let glyphs: Map<number, string> | undefined;
    let text = '';
    for (const [, font, shown] of contentOf(page).matchAll(/\/(F\d+) \S+ Tf|<([\dA-F]+)> Tj/g)) {
      if (font !== undefined) glyphs = fonts.get(font);
      for (const [glyph] of (shown ?? '').matchAll(/.{4}/g)) {
        text += glyphs?.get(Number.parseInt(glyph, 16)) ?? '';
      }
    }
    // NFKC replaces a ligature by its letters.
    return text.normalize('NFKC').replace(/\s/g, '');
  });
}

/** The colours of a PDF, as `#rrggbb`. */
export interface PdfColors {
  ofText: ReadonlySet<string>;
  /** The colours of everything else. */
  others: ReadonlySet<string>;
}

/** An operator that saves or restores colours, sets a colour, draws text, fills, or strokes. */
const OPERATORS = /^(q|Q)$|(?:([\d.]+) ([\d.]+) ([\d.]+) (rg|RG))\b|(Tj)$|^(f\*?|S)$/gm;

/** Returns the colours in a PDF of Chromium. */
export function pdfColors(pdf: Uint8Array): PdfColors {
  const { pages, contentOf } = openPdf(pdf);
  const ofText = new Set<string>();
  const others = new Set<string>();
  for (const page of pages) {
    const saved: { fill: string; stroke: string }[] = [];
    let colors = { fill: '#000000', stroke: '#000000' };
    for (const [, stack, red, green, blue, setter, text, drawing] of contentOf(page).matchAll(
      OPERATORS,
    )) {
      const color = hexOf([red, green, blue]);
      if (stack === 'q') saved.push(colors);
      else if (stack === 'Q') colors = saved.pop() ?? colors;
      else if (setter === 'rg') colors = { ...colors, fill: color };
      else if (setter === 'RG') colors = { ...colors, stroke: color };
      else if (text) ofText.add(colors.fill);
      else others.add(drawing === 'S' ? colors.stroke : colors.fill);
    }
  }
  return { ofText, others };
}

/** @param shares shares of full red, green and blue */
function hexOf(shares: readonly (string | undefined)[]): string {
  const bytes = shares.map((share) => Math.round(Number(share) * 255));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the sizes of the images in a PDF of Chromium or Firefox, as "width x height". */
export function pdfImages(pdf: Uint8Array): string[] {
  const source = Buffer.from(pdf).toString('latin1');
  const objects = source.split('endobj').filter((object) => /\/Subtype\s*\/Image\b/.test(object));
  const numberIn = (object: string, name: string) =>
    new RegExp(`/${name} (\\d+)`).exec(object)?.[1] ?? '';
  return objects.map((object) => `${numberIn(object, 'Width')} x ${numberIn(object, 'Height')}`);
}

/** @param map a font's Unicode map, with single entries and ranges */
function glyphsIn(map: string): Map<number, string> {
  const glyphs = new Map<number, string>();
  for (const [, kind, lines = ''] of map.matchAll(/beginbf(char|range)\n(.*?)endbf/gs)) {
    for (const line of lines.trim().split('\n')) {
      const codes = [...line.matchAll(/<([\dA-F]+)>/g)].map(([, code = '']) => code);
      const units = (codes.at(-1) ?? '').match(/.{4}/g) ?? [];
      const [first = 0, last = first] = codes
        .slice(0, kind === 'char' ? 1 : 2)
        .map((code) => Number.parseInt(code, 16));
      for (let glyph = first; glyph <= last; glyph += 1) {
        const charCodes = units.map((unit) => Number.parseInt(unit, 16));
        // In a range, the last character code rises with the glyph.
        charCodes.push((charCodes.pop() ?? 0) + glyph - first);
        glyphs.set(glyph, String.fromCharCode(...charCodes));
      }
    }
  }
  return glyphs;
}
