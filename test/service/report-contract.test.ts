import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { wireList, wireSingle } from './report-contract';
import { type Service, startService } from './service';
import type { Shape } from './shape';
import { callJson } from './test-client';

const anyShape: fc.Arbitrary<Partial<Shape>> = fc.record({
  list: fc.constantFrom('data', 'top', 'reports', 'items', 'data.data'),
  single: fc.constantFrom('data', 'top', 'report'),
  id: fc.constantFrom('number', 'numeric string', 'uuid'),
  privacy: fc.constantFrom('number', 'numeric string'),
  result: fc.constantFrom('lower', 'capitalised', 'upper'),
  pending: fc.constantFrom('null', 'absent'),
  dates: fc.constantFrom('iso', 'spaced', 'seconds', 'milliseconds'),
  extraFields: fc.boolean(),
});

const reports = '/api/v1/reports';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
beforeEach(() => service.behave(null));
afterAll(() => service.close());

async function expectToFit(schema: z.ZodMiniType, answer: ReturnType<typeof callJson>) {
  const { status, json } = await answer;
  expect(status).toBeLessThan(300);
  const { error } = schema.safeParse(json);
  expect(error && z.prettifyError(error), JSON.stringify(json)).toBeUndefined();
}

test.each(['wait', 'later'] as const)(
  'whatever its shape, each answer about reports fits the contract while analyses %s',
  async (analysis) => {
    const anyAnswers = fc.asyncProperty(anyShape, async (shape) => {
      service.behave({ shape, analysis });
      const form = { url: 'https://shop.example/', privacy: '2', password: 'open-sesame' };
      await expectToFit(wireSingle, callJson(service, 'POST', reports, { form }));
      const one = `${reports}/${service.reports()[0]?.id}`;
      await expectToFit(wireSingle, callJson(service, 'GET', one));
      const change = { form: { privacy: '0', results: '1' } };
      await expectToFit(wireSingle, callJson(service, 'PUT', one, change));
      await expectToFit(wireList, callJson(service, 'GET', `${reports}?per_page=100`));
    });
    await fc.assert(anyAnswers, { numRuns: 50 });
  },
);

test('an answer with a row that is no report breaks the contract', async () => {
  service.behave({ shape: { unreadableRow: true } });
  const { json } = await callJson(service, 'GET', reports);
  expect(wireList.safeParse(json).success).toBe(false);
});
