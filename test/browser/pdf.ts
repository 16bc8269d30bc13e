import { inflateSync } from 'node:zlib';

/**
 * Returns the text of each page of a PDF in drawing order, without blanks. Supports only files of Chromium:
 * plain objects, compressed streams, and glyphs of fonts with a Unicode map.
 */
export function pdfPages(pdf: Uint8Array): string[] {
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
  return pages.map((page) => {
    const fonts = new Map(
      [...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
        const [, mapId] = /\/ToUnicode (\d+)/.exec(bodyOf(id)) ?? [];
        return [name, glyphsIn(streamOf(mapId))];
      }),
    );
    const [, contentsId] = /\/Contents (\d+)/.exec(page) ?? [];
    let glyphs: Map<number, string> | undefined;
    let text = '';
    for (const [, font, shown] of streamOf(contentsId).matchAll(
      /\/(F\d+) \S+ Tf|<([\dA-F]+)> Tj/g,
    )) {
      if (font !== undefined) glyphs = fonts.get(font);
      for (const [glyph] of (shown ?? '').matchAll(/.{4}/g)) {
        text += glyphs?.get(Number.parseInt(glyph, 16)) ?? '';
      }
    }
    // NFKC replaces a ligature by its letters.
    return text.normalize('NFKC').replace(/\s/g, '');
  });
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
