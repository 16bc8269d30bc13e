import { gzipSync } from 'node:zlib';

/** Returns a stream of a file in small chunks, as over a slow network. */
export function bytesOf(file: string | Uint8Array, part = 7_000): ReadableStream<Uint8Array> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, at + part));
      at += part;
    },
  });
}

/** Returns a sitemap with these addresses, or with other elements an index. */
export function sitemapOf(addresses: readonly string[], root = 'urlset', entry = 'url'): string {
  const entries = addresses.map((address) => `<${entry}><loc>${address}</loc></${entry}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${entries.join('\n')}</${root}>`;
}

export const indexOf = (files: readonly string[]) => sitemapOf(files, 'sitemapindex', 'sitemap');

export const packed = (file: string | Uint8Array) => new Uint8Array(gzipSync(file));
