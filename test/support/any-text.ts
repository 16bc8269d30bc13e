import * as fc from 'fast-check';

// Fast-check's own characters of all Unicode, and addresses, take a second to begin with.

/** Any character of Unicode, as a unit of texts. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

const part = fc.string({ unit: anyCharacter }).map(encodeURIComponent);

/** Any address of the web as a browser writes it, with a path and a query. */
export const anyWebAddress = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), fc.array(part), part)
  .map(([scheme, host, path, query]) => `${scheme}://${host}/${path.join('/')}?${query}`);
