import * as fc from 'fast-check';

// The Unicode strings and web addresses of fast-check need a second to start.

/** Any Unicode character except surrogates, for the option `unit` of `fc.string`. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

const part = fc.string({ unit: anyCharacter }).map(encodeURIComponent);

/** Any web address in the form of browsers, with a path and a query. */
export const anyWebAddress = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), fc.array(part), part)
  .map(([scheme, host, path, query]) => `${scheme}://${host}/${path.join('/')}?${query}`);
