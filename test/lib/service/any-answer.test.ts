import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasFailed } from '@/lib/outcome';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { CALLS, clientOf } from '../../support/every-client-call';

const CODES =
  /^(unreachable|redirected|keyRefused|notAllowed|gone|invalid|tooManyRequests|protectionPage|serviceDown|refused|unexpectedAnswer)$/;

/** Any status that a Response can be made with. */
const status = fc.oneof(
  fc.constantFrom(200, 201, 202, 204, 301, 302, 400, 401, 403, 404, 422, 429, 500, 503),
  fc.integer({ min: 200, max: 599 }),
);

/** Header values that decide how an answer is read, and nonsense. */
const header = fc.oneof(
  fc.constantFrom('application/json', 'text/html', '120', '-1', 'Wed, 21 Oct 2026 07:28:00 GMT'),
  fc.stringMatching(/^[ -~]{0,20}$/),
);

const headers = fc.dictionary(
  fc.constantFrom('content-type', 'retry-after', 'location', 'cf-mitigated'),
  header,
);

const NAMES =
  'id url result privacy generated_at data meta __proto__ constructor total errors message reports';

/** JSON that nearly looks like what services send, down to hostile names. */
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

function answering(code: number, bytes: Uint8Array, headers: Record<string, string>) {
  const hasNoBody = [204, 205, 304].includes(code);
  return clientOf(() => {
    return new Response(hasNoBody ? null : new Uint8Array(bytes), { status: code, headers });
  });
}

describe('any answer at all', () => {
  it('is a value or a failure of the union for every call, and plain JSON', async () => {
    const anyAnswer = fc.asyncProperty(status, body, headers, async (code, bytes, fields) => {
      const client = answering(code, bytes, fields);
      const outcomes = await Promise.all(CALLS.map(([, call]) => call(client)));
      for (const outcome of outcomes) {
        expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
        if (hasFailed(outcome)) expect(outcome.failure.code).toMatch(CODES);
        else expect(code).toBeLessThan(300);
      }
    });
    await fc.assert(anyAnswer, { numRuns: 200 });
  });

  it('gives lists whose every field has its documented type', async () => {
    const anyRows = fc.asyncProperty(fc.array(nearlyReports, { maxLength: 5 }), async (rows) => {
      const bytes = new TextEncoder().encode(JSON.stringify({ data: rows }));
      const outcome = await answering(200, bytes, {}).list(RECENT_REPORTS_QUERY);
      if (hasFailed(outcome)) return;
      const { reports, unreadable } = outcome.value;
      expect(reports.length + unreadable).toBe(rows.length);
      for (const { id, url, result, privacy, generatedAt } of reports) {
        expect(id).toMatch(/^(?!\.{1,2}$)./);
        expect([null, expect.any(String)]).toContainEqual(url);
        expect([null, 'good', 'decent', 'bad']).toContain(result);
        expect([null, 0, 1, 2]).toContain(privacy);
        if (generatedAt !== null) expect(new Date(generatedAt).toISOString()).toBe(generatedAt);
      }
    });
    await fc.assert(anyRows, { numRuns: 200 });
  });
});
