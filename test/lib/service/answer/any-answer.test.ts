import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '@/lib/failure';
import { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { hasFailed } from '@/lib/result';
import { z } from '@/lib/schema';
import { CALLS, clientOf } from '../../../support/every-client-call';

/** The answers are random. The environment variable SEED repeats a run. */
const SEED = process.env.SEED ? { seed: Number(process.env.SEED) } : {};
const RUNS = { numRuns: 200, ...SEED };

/** Any status that the constructor of Response accepts. */
const status = fc.oneof(
  fc.constantFrom(200, 201, 202, 204, 301, 302, 400, 401, 403, 404, 422, 429, 500, 503),
  fc.integer({ min: 200, max: 599 }),
);

const headers = fc.dictionary(
  fc.constantFrom('content-type', 'retry-after', 'location', 'cf-mitigated'),
  fc.oneof(
    fc.constantFrom('application/json', 'text/html', '120', '-1', 'Wed, 21 Oct 2026 07:28:00 GMT'),
    fc.stringMatching(/^[ -~]{0,20}$/),
  ),
);

const NAMES =
  'id url result privacy generated_at data meta __proto__ constructor total errors message reports';

/** JSON that is similar to the answers of services, with hostile names. */
const nearlyReports = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue(),
    fc.constantFrom('good', 'BAD', '2', '2026-01-02 03:04:05', 'javascript:alert(1)', 1e300, -1),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...NAMES.split(' ')), tie('value'), { maxKeys: 6 }),
  ),
})).value;

const body = fc.oneof(
  nearlyReports.map((json) => new TextEncoder().encode(JSON.stringify(json))),
  fc.uint8Array({ maxLength: 200 }),
  fc.string().map((text) => new TextEncoder().encode(text)),
);

function clientAnswering(code: number, bytes: Uint8Array, headers: Record<string, string>) {
  const hasNoBody = [204, 205, 304].includes(code);
  return clientOf(() => {
    return new Response(hasNoBody ? null : new Uint8Array(bytes), { status: code, headers });
  });
}

describe('a random answer', () => {
  it('gives a value or a known failure for every call, as plain JSON', async () => {
    const anyAnswer = fc.asyncProperty(status, body, headers, async (code, bytes, fields) => {
      const client = clientAnswering(code, bytes, fields);
      const outcomes = await Promise.all(CALLS.map(([, call]) => call(client)));
      for (const outcome of outcomes) {
        expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
        if (hasFailed(outcome)) expect(Failure.parse(outcome.failure)).toEqual(outcome.failure);
        else expect(code).toBeLessThan(300);
      }
    });
    await fc.assert(anyAnswer, RUNS);
  });

  it('gives lists of valid reports, and counts all other rows as unreadable', async () => {
    const anyRows = fc.asyncProperty(fc.array(nearlyReports, { maxLength: 5 }), async (rows) => {
      const bytes = new TextEncoder().encode(JSON.stringify({ data: rows }));
      const outcome = await clientAnswering(200, bytes, {}).list(RECENT_REPORTS_QUERY);
      if (hasFailed(outcome)) return;
      const { reports, unreadable } = outcome.value;
      expect(reports.length + unreadable).toBe(rows.length);
      expect(z.array(Report).parse(reports)).toEqual(reports);
    });
    await fc.assert(anyRows, RUNS);
  });
});
