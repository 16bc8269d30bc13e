/** Written in capitals wherever they stand in a name, or as it is their custom. */
const INITIALISMS = new Map(
  `AI API ARIA ASCII CDN CLS CMS CPU CSP CSS CSV DNS DOM FCP FID GZIP H1 H2 H3 H4 H5 H6 HSTS HTML
  HTTP HTTP2 HTTPS ID IDs INP IP IPv4 IPv6 JPEG JS JSON KB LCP LD MB MIME OG PDF PHP PNG RSS
  SEO SERP SI SPF SSL SVG TBT TLS TTFB TTI UI URI URL URLs UTF8 UX WebP WWW XML XSS`
    .split(/\s+/)
    .map((word) => [word.toLowerCase(), word]),
);

/** A name as programs write it; others were written for people and are left alone. */
const PROGRAM_NAME = /^[a-z][\w.-]*[a-z\d]$/i;
const SHORTEST_WORDS = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+/g;
/** Longer words in capitals are shouted. */
const LONGEST_CAPITALS = 5;

/** The words of a field's name, in lower case but for initialisms: `og_imageURL` is og, image, URL. */
export function nameWords(name: string): string[] {
  const words = name.split(/[_.-]+/).flatMap((part) => part.match(SHORTEST_WORDS) ?? []);
  const isShouted = words.length > 1 && words.every((word) => !/[a-z]/.test(word));
  return words.map((word) => {
    const known = INITIALISMS.get(word.toLowerCase());
    if (known !== undefined) return known;
    const keepsCapitals =
      !isShouted && /^[A-Z][A-Z\d]+s?$/.test(word) && word.length <= LONGEST_CAPITALS;
    return keepsCapitals ? word : word.toLowerCase();
  });
}

/** A field's name as people write it: `meta_description` is `Meta description`. */
export function readableName(name: string): string {
  return PROGRAM_NAME.test(name) ? asPhrase(nameWords(name)) : name;
}

/**
 * A name's last word, in lower case, where it may be the unit of a value, and the name without it;
 * null where none can be. A name for people may be a sentence, so that its unit stands in brackets.
 */
export function splitUnit(name: string): { unit: string; rest: string } | null {
  if (!PROGRAM_NAME.test(name)) {
    const [, rest, unit] = /^(.*\S)\s*\(([a-z]+)\)$/is.exec(name) ?? [];
    return rest === undefined || unit === undefined ? null : { unit: unit.toLowerCase(), rest };
  }
  const words = nameWords(name);
  const unit = words.pop()?.toLowerCase() ?? '';
  // `requests_per_sec` is a rate.
  if (words.at(-1) === 'per') return null;
  return { unit, rest: words.length > 0 ? asPhrase(words) : readableName(name) };
}

/** Words as a phrase that begins with a capital. */
function asPhrase([first = '', ...rest]: string[]): string {
  const isOwn = INITIALISMS.get(first.toLowerCase()) === first;
  return [isOwn ? first : first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
}
