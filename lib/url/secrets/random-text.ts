const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** A JSON Web Token: two objects in base64url, then the signature, which may be empty. */
const JSON_WEB_TOKEN = /(?<![\w-])eyJ[\w-]{6,}[.~]eyJ[\w-]{6,}[.~]/;

/** Object ids of databases, which shops show; posts on Facebook; digests of published files. */
const PUBLIC_ID = /^(?:[\da-f]{24}|pfbid\w+|sha256-[\da-f]+)$/i;

/**
 * Whether a text, whatever its name, holds what only a machine makes up and nobody can guess: a
 * JSON Web Token, or 24 and more characters at random. Identifiers that sites show openly are none:
 * UUIDs, object ids, numbers of any length, slugs that end in a short code.
 */
export function isUnguessable(text: string): boolean {
  if (hasJsonWebToken(text)) return true;
  const runs = text.replaceAll(UUID, ' ').match(/[\w~-]{24,}/g) ?? [];
  return runs.some(
    (run) => !PUBLIC_ID.test(run) && randomLength(run) >= Math.min(20, run.length * 0.6),
  );
}

/** Whether a text holds a token that says by itself what it is; `~` may stand for the dots. */
export function hasJsonWebToken(text: string): boolean {
  return JSON_WEB_TOKEN.test(text);
}

/**
 * Whether a text is a code rather than words, a number, a date or a name with a number: enough for
 * an alarm where its name already speaks of a key, a session or an invitation.
 */
export function isCode(text: string): boolean {
  return isUnguessable(text) || randomLength(text) >= 6;
}

/** How many characters of a text stand in pieces that look random. */
function randomLength(text: string): number {
  const pieces = text.match(/[a-z\d]+/gi) ?? [];
  return pieces.filter(isRandomPiece).join('').length;
}

/**
 * Random letters and digits take turns, and change case, about every second character. Names do so
 * seldom (`iphone15pro`, `CanvasRenderingContext2D`), and a capital at a word's start is no change.
 */
function isRandomPiece(piece: string): boolean {
  if (!/\d/.test(piece)) return false;
  const changes = piece.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[a-zA-Z])/g) ?? [];
  return changes.length >= Math.max(2, piece.length / 5);
}
