import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TRACKING_PARAMETER } from '@/lib/url/tracking-parameters';
import { countSteps } from '../../support/regexp-steps';

/** A literal of a regular expression where an expression can begin. */
const LITERAL =
  /(?<=(?:[=(,!?:]|&&|\|\||return)\s*)\/((?:\\.|\[(?:\\.|[^\]\\\n])+\]|[^/\\[\n])+)\/([a-z]*)/g;

/** All expressions that an address goes through, as they stand in the source. */
const EXPRESSIONS = [
  TRACKING_PARAMETER,
  ...[
    ...readdirSync('lib/url').map((name) => `lib/url/${name}`),
    'lib/connection/base-url.ts',
  ].flatMap(literalsOf),
];

/** What makes the expressions go on, and what makes them turn back at the end. */
const PARTS = [
  ...['/', '//', '/api/v1', '/api/v1/', 'amp;', 'utm_', 'eyJ', 'eyJaaaaaa.', 'a', 'A', '1', 'a1'],
  ...['-', '_', '.', 'a.', 'aa.', '1.', '@', 'a@', 'a@a.', 'a@aa.', '%', '%25', '%40', '25', '='],
  ...['a=', '&', '#', '!', ':~:', ':', '[', 'xn--', 'xn--a.', '127.', 'code', 'token', 'auth', ' '],
  ...['~', 'pfbid', 'sha256-', 'deadbeef-', ';', '?', '(', 'S(', '-1', 'aA', '64:ff9b:'],
];
const STARTS = ['', '[', 'a@a.', 'eyJaaaaaa.eyJ'];
const ENDS = ['x\0', '@'];

const COMBINATIONS = PARTS.flatMap((part) =>
  STARTS.flatMap((start) => ENDS.map((end) => ({ start, part, end }))),
);

/** More steps for a character are never needed, however long the text. */
const MOST_STEPS = 120;
/** Long enough for steps that grow with the square of it to be more. */
const LENGTH = 200;

/** The regular expressions in a file of TypeScript. */
function literalsOf(path: string): RegExp[] {
  const code = readFileSync(path, 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return [...code.matchAll(LITERAL)].map(([, source = '', flags]) => new RegExp(source, flags));
}

function hostileText(start: string, part: string, end: string, length: number): string {
  return start + part.repeat(Math.ceil(length / part.length)).slice(0, length) + end;
}

/** The steps for each character of the worst of all hostile texts, and which that is. */
function worstFor(expression: RegExp) {
  let worst = { steps: 0, start: '', part: '', end: '' };
  for (const { start, part, end } of COMBINATIONS) {
    const steps = stepsPerCharacter(expression, hostileText(start, part, end, LENGTH));
    if (steps > worst.steps) worst = { steps, start, part, end };
    if (steps >= MOST_STEPS) break;
  }
  return worst;
}

function stepsPerCharacter(expression: RegExp, text: string): number {
  return countSteps(expression, text, text.length * MOST_STEPS) / text.length;
}

describe('counting steps', () => {
  it.each([/\/+$/, /(?:a+)+$/, /a*a*!/, /^(?:a|a1?)*$/, /.*=.*&/])('finds out %s', (expression) => {
    expect(worstFor(expression).steps).toBeGreaterThanOrEqual(MOST_STEPS);
  });
});

describe('each regular expression that an address goes through', () => {
  it('is found in the source', () => {
    expect(EXPRESSIONS.length).toBeGreaterThan(20);
  });

  it.each([...new Map(EXPRESSIONS.map((one) => [String(one), one])).values()])(
    'takes steps in proportion to the length: %s',
    (expression) => {
      const { start, part, end } = worstFor(expression);
      const text = hostileText(start, part, end, 1_000_000);
      expect(stepsPerCharacter(expression, text)).toBeLessThan(MOST_STEPS);
    },
  );
});
