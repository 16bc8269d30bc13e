/** A header of the person's own, sent with every request to the service: its value is a secret. */
export interface RequestHeader {
  name: string;
  value: string;
}

/** Why a name and a value cannot be a header. Neither text is part of a problem. */
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

export const MOST_HEADERS = 5;
const LONGEST_VALUE = 4096;

/** A token of RFC 9110. */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
const LINE = /^([!#$%&'*+.^_`|~\w-]+):(?!\/\/)\s*(.*)$/;
/** What an HTTP header can carry: `fetch` refuses the rest with a message that may quote it. */
const PRINTABLE = /^[\x20-\x7e\xa1-\xff]+$/;

/** The extension sends them itself. */
const OWN = ['authorization', 'accept', 'content-type'];
/** The forbidden request-headers of the Fetch standard, beside the two prefixes, and other methods than ours. */
const FORBIDDEN =
  /^(?:proxy-.*|sec-.*|accept-(?:charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|x-(?:http-)?method(?:-override)?)$/;

/**
 * What is meant by the texts of both fields: a line `Name: value` that was pasted into either is split. A line in the
 * value's field counts where there is no other name.
 */
export function splitHeader({ name, value }: RequestHeader): RequestHeader {
  const [, lineName = '', lineValue = ''] = LINE.exec(name.trim()) ?? [];
  if (lineName !== '') return { name: lineName, value: lineValue || value };
  const [, ownName = '', ownValue = ''] = LINE.exec(value.trim()) ?? [];
  const isOwn = ownName !== '' && (name.trim() === '' || isSameName(ownName, name.trim()));
  return isOwn ? { name: ownName, value: ownValue } : { name, value };
}

/** Whether two names are those of one header. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Reads the fields of one header, without the spaces around both.
 * @param others those before it, which it is sent with
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
  if (value.length > LONGEST_VALUE) return 'valueTooLong';
  return PRINTABLE.test(value) ? null : 'valueCharacters';
}

/**
 * Reads all headers that are to be sent together, or the first problem.
 * @param stored where an empty value is found, by its name
 */
export function readHeaders(
  fields: readonly RequestHeader[],
  stored: readonly RequestHeader[] = [],
): { value: RequestHeader[] } | { problem: HeaderProblem } {
  const value: RequestHeader[] = [];
  for (const field of fields.slice(0, MOST_HEADERS)) {
    const known = stored.find(({ name }) => isSameName(name, field.name));
    const header = readHeader({ ...field, value: field.value || (known?.value ?? '') }, value);
    if ('problem' in header) return header;
    value.push(header);
  }
  return { value };
}
