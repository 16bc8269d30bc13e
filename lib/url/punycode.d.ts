declare module 'punycode/punycode.es6.js' {
  /** Decodes the part of a label after `xn--`. Throws a RangeError for invalid code. */
  export function decode(code: string): string;
  /** Encodes a Unicode label as Punycode, without `xn--`. */
  export function encode(label: string): string;
}
