import { describe, expect, it } from 'vitest';
import { isLogo, MAX_LOGO_BYTES, readLogo } from '@/lib/settings/agency-values';
import { dataUrlOf, pngOf, SVG_LOGO, SVG_TEXT } from '../../support/logos';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The first lines that Illustrator writes. */
const ILLUSTRATOR_HEAD = `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.2.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
\t<!ENTITY ns_svg "http://www.w3.org/2000/svg">
]>
`;

describe('readLogo', () => {
  it('returns a PNG as a data URL', () => {
    const png = pngOf(2, 1, [11, 107, 106]);
    expect(readLogo(new Uint8Array(png))).toEqual({ value: dataUrlOf('image/png', png) });
  });

  it.each([
    ['alone', SVG_TEXT],
    ['after a byte order mark and blanks', `\uFEFF\n ${SVG_TEXT}`],
    ['after the head of Illustrator', ILLUSTRATOR_HEAD + SVG_TEXT],
  ])('returns an SVG %s as a data URL', (_, text) => {
    const svg = bytesOf(text);
    expect(readLogo(svg)).toEqual({ value: dataUrlOf('image/svg+xml', svg) });
  });

  it.each([
    ['an HTML page with an SVG', `<!DOCTYPE html><html>${SVG_TEXT}</html>`],
    ['a text that mentions SVG', `see ${SVG_TEXT}`],
    ['a GIF', 'GIF89a\x01\x00\x01\x00'],
    ['a JPEG', '\xFF\xD8\xFF\xE0\x00\x10JFIF'],
    ['an empty file', ''],
    ['an element with a longer name', '<svgs xmlns="http://www.w3.org/2000/svg"/>'],
  ])('refuses %s', (_, text) => {
    expect(readLogo(bytesOf(text))).toEqual({ problem: 'otherType' });
  });

  it('accepts 200 kB, and refuses one byte more', () => {
    const svg = bytesOf(SVG_TEXT.padEnd(MAX_LOGO_BYTES, ' '));
    expect(readLogo(svg)).toHaveProperty('value');
    expect(readLogo(bytesOf(SVG_TEXT.padEnd(MAX_LOGO_BYTES + 1, ' ')))).toEqual({
      problem: 'tooLarge',
    });
  });

  it.each([' ', '<?', '<!--', '<!DOCTYPE [', '<!---', '-->'])(
    'refuses a long series of %j at once',
    (text) => {
      const file = bytesOf(text.repeat(MAX_LOGO_BYTES / text.length));
      const start = performance.now();
      expect(readLogo(file)).toEqual({ problem: 'otherType' });
      expect(performance.now() - start).toBeLessThan(1000);
    },
  );
});

describe('isLogo', () => {
  it('accepts the data URLs that readLogo returns', () => {
    expect(isLogo(SVG_LOGO)).toBe(true);
    expect(isLogo(dataUrlOf('image/png', pngOf(1, 1, [0, 0, 0])))).toBe(true);
  });

  it.each([
    ['another type than its content', dataUrlOf('image/png', bytesOf(SVG_TEXT))],
    ['a type that is not an image', dataUrlOf('text/html', bytesOf(SVG_TEXT))],
    ['another content', dataUrlOf('image/svg+xml', bytesOf('<html>'))],
    ['a content that is too large', dataUrlOf('image/svg+xml', bytesOf(SVG_TEXT.padEnd(200_001)))],
    ['a broken encoding', 'data:image/svg+xml;base64,A'],
    ['parameters', SVG_LOGO.replace(';base64', ';charset=utf-8;base64')],
    ['an address', 'https://logo.example/logo.svg'],
  ])('refuses a text with %s', (_, text) => {
    expect(isLogo(text)).toBe(false);
  });
});
