import { gzipSync } from 'node:zlib';

/** Returns a stream that sends a file in small chunks, like a slow network. */
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
 * Returns a sitemap file.
 * @param root name of the root element
 * @param entry name of the element for each address
 */
export function sitemapOf(addresses: readonly string[], root = 'urlset', entry = 'url'): string {
  const entries = addresses.map((address) => `<${entry}><loc>${address}</loc></${entry}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${entries.join('\n')}</${root}>`;
}

/** Returns a sitemap index, which lists other sitemaps. */
export const indexOf = (sitemaps: readonly string[]) =>
  sitemapOf(sitemaps, 'sitemapindex', 'sitemap');

/** Returns a file in the format gzip. */
export const packed = (file: string | Uint8Array) => new Uint8Array(gzipSync(file));
