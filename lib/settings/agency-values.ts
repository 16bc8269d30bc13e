/** The longest name of an agency, in UTF-16 code units. */
export const MAX_AGENCY_NAME = 80;

/** Whether a text is a colour as `#rrggbb`. */
export function isColor(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text);
}

/** The largest size of a logo file, in bytes. */
export const MAX_LOGO_BYTES = 200_000;

export type LogoProblem =
  | 'tooLarge'
  /** The content is neither PNG nor SVG. */
  | 'otherType'
  /** The browser cannot draw the image, for example because the file is damaged. */
  | 'damaged';

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Matches an SVG text up to its root element: XML declaration, comments, and document type. */
const SVG_START =
  /^(?:\s|<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>)*<svg[\s>/]/;

/** Returns a PNG or SVG file as a data URL. The type follows from the content, not from the name. */
export function readLogo(
  bytes: Uint8Array<ArrayBuffer>,
): { value: string } | { problem: LogoProblem } {
  if (bytes.length > MAX_LOGO_BYTES) return { problem: 'tooLarge' };
  const type = typeOf(bytes);
  if (type === null) return { problem: 'otherType' };
  return { value: `data:${type};base64,${base64Of(bytes)}` };
}

/** Whether a text is a data URL that `readLogo` returns. */
export function isLogo(text: string): boolean {
  const [, base64] = /^data:image\/(?:png|svg\+xml);base64,([\w+/=]*)$/.exec(text) ?? [];
  if (base64 === undefined || base64.length > 2 * MAX_LOGO_BYTES) return false;
  const bytes = bytesOf(base64);
  if (bytes === null) return false;
  const read = readLogo(bytes);
  return 'value' in read && read.value === text;
}

function typeOf(bytes: Uint8Array<ArrayBuffer>): 'image/png' | 'image/svg+xml' | null {
  if (PNG_SIGNATURE.every((byte, at) => bytes[at] === byte)) return 'image/png';
  // `TextDecoder` removes a byte order mark.
  return SVG_START.test(new TextDecoder().decode(bytes)) ? 'image/svg+xml' : null;
}

function base64Of(bytes: Uint8Array<ArrayBuffer>): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
