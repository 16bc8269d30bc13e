import { signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import { createMany } from '@/components/reports/table/many-state';
import type { Outcome } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import type { NewBatch } from '@/lib/task/batch/batch';
import { sampleReport } from '../../support/sample-report';

const reports = [sampleReport('1'), sampleReport('2', { url: 'https://host.example/?token=x' })];

function open() {
  const selected = signal<readonly Report[]>(reports);
  const ask = vi.fn(async (_: NewBatch): Promise<Outcome<null>> => ({ value: null }));
  const onAsked = vi.fn();
  const reportAgain = vi.fn();
  let ids = 0;
  const many = createMany({ selected, ask, reportAgain, onAsked, newId: () => `b${++ids}` });
  return { many, selected, ask, reportAgain, onAsked };
}

it('a batch for the selected reports is asked for only after the question is answered', async () => {
  const { many, ask, onAsked } = open();
  await many.give();
  many.ask('delete');
  expect(ask).not.toHaveBeenCalled();
  await many.give();
  expect(ask.mock.calls).toEqual([[{ id: 'b1', kind: 'delete', reports: reports.map(referTo) }]]);
  expect([onAsked.mock.calls.length, many.question.value]).toEqual([1, null]);
  many.ask('update');
  await many.give();
  expect(ask.mock.lastCall?.[0]).toMatchObject({ kind: 'change', change: { results: 1 } });
});

it('a change needs a privacy, and for Password a single password for all reports', async () => {
  const { many, ask } = open();
  many.ask('change');
  await many.give();
  many.choosePrivacy(Privacy.Password);
  await many.give();
  expect(many.question.value?.lacksPassword).toBe(true);
  many.enterPassword(' ä ');
  expect(many.question.value?.lacksPassword).toBe(false);
  expect(ask).not.toHaveBeenCalled();
  await many.give();
  const change = { privacy: Privacy.Password, password: ' ä ' };
  expect(ask.mock.calls[0]?.[0]).toMatchObject({ kind: 'change', change });
});

it('a password that was typed is not sent with another privacy', async () => {
  const { many, ask } = open();
  many.ask('change');
  many.choosePrivacy(Privacy.Password);
  many.enterPassword('secret');
  many.choosePrivacy(Privacy.Private);
  await many.give();
  expect(ask.mock.calls[0]?.[0]).toMatchObject({ change: { privacy: Privacy.Private } });
  expect(JSON.stringify(ask.mock.calls)).not.toContain('secret');
});

it('publishing names the addresses that may hold secrets', () => {
  const { many } = open();
  many.ask('change');
  many.choosePrivacy(Privacy.Private);
  expect(many.risky.value).toEqual([]);
  many.choosePrivacy(Privacy.Public);
  expect(many.risky.value).toEqual([reports[1]]);
});

it('a batch that could not be stored says so, and is asked for again under the same id', async () => {
  const { many, ask, onAsked } = open();
  ask.mockResolvedValueOnce({ failure: { code: 'notStored' } });
  many.ask('delete');
  await many.give();
  expect(many.question.value).toMatchObject({ failure: { code: 'notStored' }, isSending: false });
  expect(onAsked).not.toHaveBeenCalled();
  await many.give();
  expect(ask.mock.calls.map(([{ id }]) => id)).toEqual(['b1', 'b1']);
});

it('the question goes when no report is selected any more', () => {
  const { many, selected } = open();
  many.ask('delete');
  selected.value = [];
  expect(many.question.value).toBeNull();
});

it('pages are reported again once each, after a question that counts why some reports are left out', async () => {
  const { many, selected, ask, reportAgain } = open();
  const twin = sampleReport('3', { url: 'http://www.host.example/1/' });
  const nameless = sampleReport('4', { url: null });
  selected.value = [...reports, twin, nameless];
  many.ask('update');
  expect(many.counts.value).toEqual({ acted: 4, twins: 0, noAddress: 0 });
  many.ask('again');
  expect(many.counts.value).toEqual({ acted: 2, twins: 1, noAddress: 1 });
  expect(reportAgain).not.toHaveBeenCalled();
  await many.give();
  const pages = reportAgain.mock.calls[0]?.[0].map((one: Report) => referTo(one).page);
  expect(pages).toEqual(reports.map((one) => referTo(one).page));
  expect([ask.mock.calls, many.question.value]).toEqual([[], null]);
});

it('the question about a privacy counts the reports that have a password', () => {
  const { many, selected } = open();
  expect(many.passwords.value).toBe(0);
  selected.value = [...reports, sampleReport('3', { privacy: Privacy.Password })];
  expect(many.passwords.value).toBe(1);
});
