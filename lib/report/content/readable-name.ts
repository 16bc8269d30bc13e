/** Matches `snake_case`, `kebab-case` and `camelCase`. Other names are readable already. */
const IDENTIFIER = /^(?:\d+[_-])?[a-z][\w-]*$/i;

/** Matches words such as `URL` or `IDs`. */
const CAPITAL_ACRONYM = /^[A-Z][A-Z\d]{0,4}s?$/;

const ACRONYM = /^(?:api|css|dns|html|https?|id|ip|json|seo|ssl|tls|url|xml)$/i;

/** Returns `Meta description` for `meta_description`. */
export function readableName(name: string): string {
  if (!IDENTIFIER.test(name)) return name;
  const parts = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z]{2})/g, '$1 $2')
    .split(/[\s_-]+/);
  const words = parts.filter(Boolean).map((word) => {
    if (CAPITAL_ACRONYM.test(word)) return word;
    return ACRONYM.test(word) ? word.toUpperCase() : word.toLowerCase();
  });
  const phrase = words.join(' ');
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

/** Whether a name is a number, such as the index of a list item. */
export function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}
