/** Stands where a service quoted a secret back at us. */
const BLANK = '•••';

/** A shorter key or password may be a word that an answer needs. */
const SHORTEST = 8;

/**
 * A body with the key blanked wherever it stands: in a sentence, a name, an account's own fields.
 * Done before anything is read or cut, so that no part of a key is left over.
 */
export function withoutKey(body: string, apiKey: string): string {
  return apiKey.length < SHORTEST ? body : without(body, apiKey);
}

/** A refusal's body with a report password blanked in the same way: refusals are stored. */
export function withoutPassword(body: string, password: string): string {
  return password.length < SHORTEST ? body : without(body, password);
}

function without(body: string, secret: string): string {
  const quoted = JSON.stringify(secret).slice(1, -1);
  return [secret, quoted].reduce(
    (text, writing) => text.replaceAll(writing, BLANK),
    unescaped(body),
  );
}

/** The body with all letters written out that JSON may escape and need not: it means the same. */
function unescaped(body: string): string {
  return body.replace(/\\(?:u([\da-f]{4})|(.))/gis, (whole, code, letter) => {
    if (letter === '/') return letter;
    const written = code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16));
    if (/["\\]/.test(written)) return `\\${written}`;
    return /[ -\ud7ff\ue000-\uffff]/.test(written) ? written : whole;
  });
}
