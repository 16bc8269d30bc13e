/** Stands where a service quoted a secret back at us. */
const BLANK = '•••';

/** A shorter key or password may be a word that an answer needs. */
const SHORTEST = 8;

/**
 * A text with each secret blanked wherever it stands: in a sentence, a name, an account's own fields.
 * Done before anything is read or cut, so that no part of a secret is left over.
 */
export function withoutSecrets(text: string, secrets: string[]): string {
  const writings = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  if (writings.length === 0) return text;
  return writings.reduce((rest, writing) => rest.replaceAll(writing, BLANK), unescaped(text));
}

/** The text with all letters written out that JSON may escape and need not: it means the same. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|(.))/gis, (whole, code, letter) => {
    if (letter === '/') return letter;
    const written = code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16));
    if (/["\\]/.test(written)) return `\\${written}`;
    return /[ -\ud7ff\ue000-\uffff]/.test(written) ? written : whole;
  });
}
