// Shapes that the guards of stored values are made of.

export function isRecord(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null;
}

export function isText(raw: unknown): raw is string {
  return typeof raw === 'string';
}

export function isTextOrNull(raw: unknown): raw is string | null {
  return raw === null || isText(raw);
}

export function isNumber(raw: unknown): raw is number {
  return typeof raw === 'number';
}

export function isInstant(raw: unknown): raw is string {
  return isText(raw) && !Number.isNaN(Date.parse(raw));
}

export function isInstantOrNull(raw: unknown): raw is string | null {
  return raw === null || isInstant(raw);
}

export function isListOf<T>(raw: unknown, isItem: (item: unknown) => item is T): raw is T[];
export function isListOf(raw: unknown, isItem: (item: unknown) => boolean): boolean;
export function isListOf(raw: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(raw) && raw.every(isItem);
}
