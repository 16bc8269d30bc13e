import { readPlainText } from './plain-text';

/** Stands where a service quoted a secret back at us. */
const BLANK = '•••';

/** A shorter key or password may be a word that an answer needs. */
const SHORTEST = 8;

/** Without one of these, a text has no other writing than the plain one. */
const ESCAPES = /[%&\\+]/;

/**
 * A text with each secret blanked wherever it stands and however it is written: plain, in
 * percent-encoding, in HTML, in JSON, or in a mixture of these. What else there is stays as it was.
 * Done before anything is read or cut, so that no part of a secret is left over.
 */
export function withoutSecrets(text: string, secrets: string[]): string {
  return secrets.filter(isLong).reduce((rest, secret) => {
    const withoutPlain = rest.replaceAll(secret, BLANK);
    return ESCAPES.test(withoutPlain) ? withoutWritings(withoutPlain, secret) : withoutPlain;
  }, text);
}

function withoutWritings(written: string, secret: string): string {
  // The secret itself may look like an escape.
  const meant = readPlainText(secret).text;
  if (!isLong(meant)) return written;
  const { text, starts } = readPlainText(written);
  const parts: string[] = [];
  let end = 0;
  for (let at = text.indexOf(meant); at !== -1; at = text.indexOf(meant, at + meant.length)) {
    parts.push(written.slice(end, starts[at]), BLANK);
    end = starts[at + meant.length] ?? written.length;
  }
  return parts.join('') + written.slice(end);
}

function isLong(secret: string): boolean {
  return secret.length >= SHORTEST;
}
