import * as fc from 'fast-check';

// The first use of fast-check's own Unicode strings and web addresses takes a second.

/** Any Unicode character except surrogates, for the option `unit` of `fc.string`. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

const encodedText = fc.string({ unit: anyCharacter }).map(encodeURIComponent);

/** Any web address with a path and a query, spelled as browsers spell addresses. */
export const anyWebAddress = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), fc.array(encodedText), encodedText)
  .map(([scheme, host, path, query]) => `${scheme}://${host}/${path.join('/')}?${query}`);
