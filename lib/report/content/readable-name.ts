/** A name as programs write it; others were written for people and are left alone. */
const PROGRAM_NAME = /^(?:\d+[_-])?[a-z][\w-]*$/i;

/** A short word in capitals, `URL` or `IDs`, keeps them. */
const SHORT_CAPITALS = /^[A-Z][A-Z\d]{0,4}s?$/;

/** What people write in capitals, however a program writes it. */
const ACRONYM = /^(?:api|css|dns|html|https?|id|ip|json|seo|ssl|tls|url|xml)$/i;

/** A field's name as people write it: `meta_description` is `Meta description`. */
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

/** A name that only tells the place of an item in its list. */
export function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}
