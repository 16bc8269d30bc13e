import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

type Path = readonly (string | number)[];
/** Whether a value may stand in a place. */
export type Accepts = (value: unknown) => boolean;

export const TIME = '2026-11-01T10:00:00.000Z';

/** Values that come close to what is kept somewhere. */
const SUSPECTS = [
  ...[null, undefined, '', true, [], {}, ['x'], [0], 0, 1, 2, 3, 10, 25, 30, 1_700_000_000_000],
  ...['good', 'Good', 'id', 'url', 'title', 'asc', 'DESC', '10', 'soon', TIME, '2026-13-01'],
  ...['waiting', 'sending', 'failed', 'checking', 'needs-you', 'unclear', 'password', 'done'],
];

export const isText: Accepts = (value) => typeof value === 'string';
export const isTextOrNull: Accepts = (value) => value === null || isText(value);
export const isNumber: Accepts = (value) => typeof value === 'number';
export const isTime: Accepts = (value) => isText(value) && !Number.isNaN(Date.parse(String(value)));
export const isTimeOrNull: Accepts = (value) => value === null || isTime(value);
export const isList: Accepts = (value) => Array.isArray(value) && value.length === 0;
export const isTexts: Accepts = (value) => Array.isArray(value) && value.every(isText);
export const isNothing: Accepts = () => false;
export const oneOf =
  (...values: unknown[]): Accepts =>
  (value) =>
    values.includes(value);
export const isRatingText = oneOf('good', 'decent', 'bad');
export const isPrivacyNumber = oneOf(0, 1, 2);
/** The failures that need no more than their code. */
export const isPlainCode = oneOf(
  ...['not-connected', 'not-stored', 'unreachable', 'offline', 'interrupted', 'protection-page'],
);

/** Something that is kept, as its guard should know it. */
export interface Kept {
  name: string;
  guard: Accepts;
  sample: object;
  /** Each place in the sample, with the values that may stand there. */
  places: [Path, Accepts][];
}

/** Tests one guard with everything that may and may not stand in each place. */
export function describeGuard({ name, guard, sample, places }: Kept): void {
  describe(`the guard of ${name}`, () => {
    it('lets through what was stored, and what a later version added to it', () => {
      expect(guard(JSON.parse(JSON.stringify(sample)))).toBe(true);
      const extended = Array.isArray(sample) ? sample : { ...sample, added: { later: [1] } };
      expect(guard(extended)).toBe(true);
    });

    it('stops any other JSON', () => {
      const isEmptyOne = (json: unknown) => Array.isArray(sample) && isList(json);
      fc.assert(
        fc.property(fc.jsonValue(), (json) => {
          expect(guard(json)).toBe(isEmptyOne(json));
        }),
      );
    });

    it.each(places)('looks at the value at %j', (path, accepts) => {
      const value = fc.oneof(fc.jsonValue(), fc.constantFrom(...SUSPECTS));
      fc.assert(
        fc.property(value, (replacement) => {
          expect(guard(withValueAt(sample, path, replacement))).toBe(accepts(replacement));
        }),
      );
    });

    it.each([undefined, null, 'text', 1, true, () => ({})])('stops %s', (value) => {
      expect(guard(value)).toBe(false);
    });
  });
}

function withValueAt(sample: object, path: Path, replacement: unknown): unknown {
  const copy: object = structuredClone(sample);
  const holder = path.slice(0, -1).reduce<object>((inner, name) => Reflect.get(inner, name), copy);
  Reflect.set(holder, path.at(-1) ?? '', replacement);
  return copy;
}
