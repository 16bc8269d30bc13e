/** Matches media types, and the names of crawlers for media types. */
const PAGE_TYPE = /html/i;

const NON_PAGE_STATUS = /^[345]\d\d\b/;

const NON_PAGE_EXTENSION =
  /\.(?:png|jpe?g|gif|webp|avif|svgz?|ico|bmp|tiff?|heic|css|m?js|map|woff2?|ttf|otf|eot|zip|gz|tgz|rar|7z|tar|bz2|pdf)$/i;

/**
 * Returns the media type or status of an address that is not a page (`image/png`, `301`). Returns null for a
 * page, and undefined if unknown.
 * @param type a media type, or a crawler's name for a media type
 * @param status a text that begins with an HTTP status
 */
export function findNonPageReason(type: string, status: string): string | null | undefined {
  const [nonPageStatus] = NON_PAGE_STATUS.exec(status.trim()) ?? [];
  if (nonPageStatus !== undefined) return nonPageStatus;
  const [mediaType = ''] = type.split(';');
  if (mediaType.trim() === '') return undefined;
  return PAGE_TYPE.test(mediaType) ? null : mediaType.trim();
}

/** Returns the file extension of an address that is not a page, such as `.pdf`; otherwise null. */
export function nonPageExtension(url: string): string | null {
  const [path = ''] = url.split(/[?#]/, 1);
  return NON_PAGE_EXTENSION.exec(path)?.[0].toLowerCase() ?? null;
}
