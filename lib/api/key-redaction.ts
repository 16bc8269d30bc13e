/** Stands where a service quoted the key back at us. */
const BLANK = '•••';

/** A shorter key may be a word that an answer needs. */
const SHORTEST_KEY = 8;

/**
 * A body with the key blanked wherever it stands: in a sentence, a name, an account's own fields.
 * Done before anything is read or cut, so that no part of a key is left over.
 */
export function withoutKey(body: string, apiKey: string): string {
  if (apiKey.length < SHORTEST_KEY) return body;
  return writings(apiKey).reduce((text, writing) => text.replaceAll(writing, BLANK), body);
}

/** The key as JSON may write it: plain, with escaped slashes, with escaped letters beyond ASCII. */
function writings(apiKey: string): string[] {
  const quoted = JSON.stringify(apiKey).slice(1, -1);
  const slashed = quoted.replaceAll('/', '\\/');
  const escapes = [quoted, slashed].map((text) =>
    text.replace(
      /[^\x20-\x7e]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
  return [...new Set([apiKey, quoted, slashed, ...escapes])];
}
