/** A name in the style of a program. Other names are readable and stay unchanged. */
const PROGRAM_NAME = /^(?:\d+[_-])?[a-z][\w-]*$/i;

/** A short word in capitals, such as `URL` or `IDs`, which stays unchanged. */
const SHORT_CAPITALS = /^[A-Z][A-Z\d]{0,4}s?$/;

/** Abbreviations that people write in capitals. */
const ACRONYM = /^(?:api|css|dns|html|https?|id|ip|json|seo|ssl|tls|url|xml)$/i;

/** Returns a readable name: `meta_description` becomes `Meta description`. */
export function readableName(name: string): string {
  if (!PROGRAM_NAME.test(name)) return name;
  const parts = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z]{2})/g, '$1 $2')
    .split(/[\s_-]+/);
  const words = parts.filter(Boolean).map((word) => {
    if (SHORT_CAPITALS.test(word)) return word;
    return ACRONYM.test(word) ? word.toUpperCase() : word.toLowerCase();
  });
  const phrase = words.join(' ');
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

/** Whether a name is only the position of an item in a list. */
export function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}
