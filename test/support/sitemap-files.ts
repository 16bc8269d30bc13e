import { gzipSync } from 'node:zlib';

/** Returns a stream of a file in small chunks, as over a slow network. */
export function bytesOf(file: string | Uint8Array, chunkSize = 7_000): ReadableStream<Uint8Array> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(offset, offset + chunkSize));
      offset += chunkSize;
    },
  });
}

/**
 * @param root the name of the root element
 * @param entry the name of the element for each address
 */
export function sitemapOf(addresses: readonly string[], root = 'urlset', entry = 'url'): string {
  const entries = addresses.map((address) => `<${entry}><loc>${address}</loc></${entry}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${entries.join('\n')}</${root}>`;
}

export const indexOf = (sitemaps: readonly string[]) =>
  sitemapOf(sitemaps, 'sitemapindex', 'sitemap');

export const packed = (file: string | Uint8Array) => new Uint8Array(gzipSync(file));
