/** A header that a person adds to every request to the service. The value is a secret. */
export interface RequestHeader {
  name: string;
  value: string;
}

/** Why a name and a value cannot be a header. Contains neither text. */
export type HeaderProblem =
  | 'nameEmpty'
  | 'nameCharacters'
  | 'nameOwn'
  | 'nameForbidden'
  | 'nameRepeated'
  | 'valueEmpty'
  | 'valueIsName'
  | 'valueCharacters'
  | 'valueTooLong';

export const MAX_HEADERS = 5;
const MAX_VALUE_LENGTH = 4096;

/** A token of RFC 9110. */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
const LINE = /^([!#$%&'*+.^_`|~\w-]+):(?!\/\/)\s*(.*)$/;
/**
 * Characters of an HTTP header. For others, `fetch` would throw an error that may quote the value.
 */
const PRINTABLE = /^[\x20-\x7e\xa1-\xff]+$/;

/** Headers that the extension sets itself. */
const OWN = ['authorization', 'accept', 'content-type'];
/**
 * The forbidden request-headers of the Fetch standard, and all headers that override the method.
 */
const FORBIDDEN =
  /^(?:proxy-.*|sec-.*|accept-(?:charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|x-(?:http-)?method(?:-override)?)$/;

/**
 * Splits a line `Name: value` that was pasted into one of the two fields. A line in the value field
 * is split only if the name field is empty or has the same name.
 */
export function splitHeader({ name, value }: RequestHeader): RequestHeader {
  const [, lineName = '', lineValue = ''] = LINE.exec(name.trim()) ?? [];
  if (lineName !== '') return { name: lineName, value: lineValue || value };
  const [, ownName = '', ownValue = ''] = LINE.exec(value.trim()) ?? [];
  const isOwn = ownName !== '' && (name.trim() === '' || isSameName(ownName, name.trim()));
  return isOwn ? { name: ownName, value: ownValue } : { name, value };
}

/** Whether two names are the same header. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Reads the two fields of a header, without surrounding white space.
 * @param others previous headers, whose names cannot be used again
 */
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
  if (OWN.includes(name.toLowerCase())) return 'nameOwn';
  if (FORBIDDEN.test(name.toLowerCase())) return 'nameForbidden';
  if (value === '') return 'valueEmpty';
  if (isSameName(name, value)) return 'valueIsName';
  if (value.length > MAX_VALUE_LENGTH) return 'valueTooLong';
  return PRINTABLE.test(value) ? null : 'valueCharacters';
}

/**
 * Reads all headers of a connection, or returns the first problem.
 * @param stored headers whose values replace empty values
 */
export function readHeaders(
  fields: readonly RequestHeader[],
  stored: readonly RequestHeader[] = [],
): { value: RequestHeader[] } | { problem: HeaderProblem } {
  const value: RequestHeader[] = [];
  for (const field of fields.slice(0, MAX_HEADERS)) {
    const known = stored.find(({ name }) => isSameName(name, field.name));
    const header = readHeader({ ...field, value: field.value || (known?.value ?? '') }, value);
    if ('problem' in header) return header;
    value.push(header);
  }
  return { value };
}
