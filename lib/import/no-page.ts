/** What a crawler calls the media type of a page. */
const PAGE_TYPE = /html/i;

const REFUSED = /^[345]\d\d\b/;

const ENDING =
  /\.(?:png|jpe?g|gif|webp|avif|svgz?|ico|bmp|tiff?|heic|css|m?js|map|woff2?|ttf|otf|eot|zip|gz|tgz|rar|7z|tar|bz2|pdf)$/i;

/**
 * Why what a file tells of an address makes it no page, such as `image/png` or `301`; null where it makes
 * it one, and undefined where it tells nothing.
 * @param type a media type, or a crawler's word for one
 * @param status begins with a status of HTTP
 */
export function whyNoPage(type: string, status: string): string | null | undefined {
  const [refused] = REFUSED.exec(status.trim()) ?? [];
  if (refused !== undefined) return refused;
  const [media = ''] = type.split(';');
  if (media.trim() === '') return undefined;
  return PAGE_TYPE.test(media) ? null : media.trim();
}

/** The ending of a picture, a style, a script, a font, an archive or a PDF; null where a URL has another. */
export function endingOfNoPage(url: string): string | null {
  const [path = ''] = url.split(/[?#]/, 1);
  return ENDING.exec(path)?.[0].toLowerCase() ?? null;
}
