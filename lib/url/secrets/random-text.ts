const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** Matches two objects in base64url, and a signature, which may be empty. */
const JSON_WEB_TOKEN = /(?<![\w-])eyJ[\w-]{6,}[.~]eyJ[\w-]{6,}[.~]/;

/** Matches public ids of database objects, Facebook posts and published files. */
const PUBLIC_ID = /^(?:[\da-f]{24}|pfbid\w+|sha256-[\da-f]+)$/i;

/**
 * Whether a text contains a JSON Web Token, or at least 24 random characters. UUIDs, object ids,
 * numbers, and slugs with a short code at the end are public.
 */
export function isUnguessable(text: string): boolean {
  if (hasJsonWebToken(text)) return true;
  const runs = text.replaceAll(UUID, ' ').match(/[\w~-]{24,}/g) ?? [];
  return runs.some(
    (run) => !PUBLIC_ID.test(run) && randomLength(run) >= Math.min(20, run.length * 0.6),
  );
}

/** Whether a text contains a JSON Web Token; `~` may replace the dots. */
export function hasJsonWebToken(text: string): boolean {
  return JSON_WEB_TOKEN.test(text);
}

/**
 * Whether a text is a code rather than words, a number, a date or a name with a number. The name of
 * the parameter decides whether a code is a secret.
 */
export function isCode(text: string): boolean {
  return isUnguessable(text) || randomLength(text) >= 6;
}

/** Returns the total length of the pieces that look random. */
function randomLength(text: string): number {
  const pieces = text.match(/[a-z\d]+/gi) ?? [];
  return pieces.filter(isRandomPiece).join('').length;
}

// `iphone15pro` and `CanvasRenderingContext2D` alternate less than every fifth character.
function isRandomPiece(piece: string): boolean {
  return /\d/.test(piece) && alternations(piece) >= Math.max(2, piece.length / 5);
}

/** Counts the changes between letters and digits, and from lower to upper case (not `Name`). */
export function alternations(text: string): number {
  return text.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[a-zA-Z])/g)?.length ?? 0;
}
