declare module 'punycode/punycode.es6.js' {
  /** Decodes what follows `xn--` in a label, in lower case. Throws a RangeError where it is broken. */
  export function decode(code: string): string;
  /** Encodes a label of letters as what follows `xn--` in it. */
  export function encode(label: string): string;
}
