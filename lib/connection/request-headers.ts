/** A header that a person adds to every request to the service. The value is a secret. */
export interface RequestHeader {
  name: string;
  value: string;
}

/** Contains no part of the header, which may be a secret. */
export type HeaderProblem =
  | 'nameEmpty'
  | 'nameCharacters'
  | 'nameSetByExtension'
  | 'nameForbidden'
  | 'nameRepeated'
  | 'valueEmpty'
  | 'valueIsName'
  | 'valueCharacters'
  | 'valueTooLong';

export const MAX_HEADERS = 5;
/** In characters. */
const MAX_VALUE_LENGTH = 4096;

// A token of RFC 9110.
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
/** Matches `Name: value`, but not an address, such as `https://host.example`. */
const HEADER_LINE = /^([!#$%&'*+.^_`|~\w-]+):(?!\/\/)\s*(.*)$/;
/** For any other value, `fetch` throws an error that may quote the value. */
const PRINTABLE = /^[\x20-\x7e\xa1-\xff]+$/;

const SET_BY_EXTENSION = ['authorization', 'accept', 'content-type'];
/** Matches forbidden request-headers of the Fetch standard, and headers that change the method. */
const FORBIDDEN =
  /^(?:proxy-.*|sec-.*|accept-(?:charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|x-(?:http-)?method(?:-override)?)$/;

/**
 * Splits a line `Name: value` that a person pasted into the name field. Splits such a line in the
 * value field only if the name field is empty or has the same name.
 */
export function splitHeader({ name, value }: RequestHeader): RequestHeader {
  const [, lineName = '', lineValue = ''] = HEADER_LINE.exec(name.trim()) ?? [];
  if (lineName !== '') return { name: lineName, value: lineValue || value };
  const [, innerName = '', innerValue = ''] = HEADER_LINE.exec(value.trim()) ?? [];
  const isSplit = innerName !== '' && (name.trim() === '' || isSameName(innerName, name.trim()));
  return isSplit ? { name: innerName, value: innerValue } : { name, value };
}

/** Ignores case. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** @param others the other headers, which must have other names */
export function readHeader(
  fields: RequestHeader,
  others: readonly RequestHeader[] = [],
): RequestHeader | { problem: HeaderProblem } {
  const split = splitHeader(fields);
  const header = { name: split.name.trim(), value: split.value.trim() };
  const isRepeated = others.some(({ name }) => isSameName(name, header.name));
  const problem = isRepeated ? 'nameRepeated' : problemOf(header);
  return problem === null ? header : { problem };
}

function problemOf({ name, value }: RequestHeader): HeaderProblem | null {
  if (name === '') return 'nameEmpty';
  if (!TOKEN.test(name)) return 'nameCharacters';
  if (SET_BY_EXTENSION.includes(name.toLowerCase())) return 'nameSetByExtension';
  if (FORBIDDEN.test(name.toLowerCase())) return 'nameForbidden';
  if (value === '') return 'valueEmpty';
  if (isSameName(name, value)) return 'valueIsName';
  if (value.length > MAX_VALUE_LENGTH) return 'valueTooLong';
  return PRINTABLE.test(value) ? null : 'valueCharacters';
}

/**
 * Returns at most `MAX_HEADERS` headers, or the first problem.
 * @param stored the headers whose values replace empty values
 */
export function readHeaders(
  fields: readonly RequestHeader[],
  stored: readonly RequestHeader[] = [],
): { value: RequestHeader[] } | { problem: HeaderProblem } {
  const value: RequestHeader[] = [];
  for (const field of fields.slice(0, MAX_HEADERS)) {
    const storedHeader = stored.find(({ name }) => isSameName(name, field.name));
    const fieldValue = field.value || (storedHeader?.value ?? '');
    const header = readHeader({ ...field, value: fieldValue }, value);
    if ('problem' in header) return header;
    value.push(header);
  }
  return { value };
}
