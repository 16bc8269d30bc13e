import type { Shape } from './shape';

const UUID_START = '5e0c0ffe-0000-4000-8000-';
const UUID_NODE_DIGITS = 12;

/** An identifier as an answer shows it. */
export function writeId(id: number, shape: Shape): number | string {
  if (shape.id === 'number') return id;
  if (shape.id === 'numeric string') return String(id);
  return UUID_START + id.toString(16).padStart(UUID_NODE_DIGITS, '0');
}

/** The identifier that a path segment names, in any of the notations that answers use; 0, which no report has, if in none. */
export function readId(segment: string): number {
  if (/^[1-9]\d{0,14}$/.test(segment)) return Number(segment);
  if (!segment.startsWith(UUID_START)) return 0;
  const node = segment.slice(UUID_START.length);
  return /^[\da-f]{12}$/.test(node) ? Number.parseInt(node, 16) : 0;
}
