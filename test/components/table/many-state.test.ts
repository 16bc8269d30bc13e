import { signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import { createMany, type NewBatch } from '@/components/table/many-state';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { StoredChange } from '@/lib/report/report-change';
import { referTo } from '@/lib/report/report-reference';
import type { Result } from '@/lib/result';
import { sampleReport } from '../../support/sample-report';

const reports = [sampleReport('1'), sampleReport('2', { url: 'https://host.example/?token=x' })];

const references = reports.map(referTo);
const updatesTo = (update: StoredChange) =>
  references.map((report) => ({ kind: 'update', report, update }));

function open() {
  const selected = signal<readonly Report[]>(reports);
  const createBatch = vi.fn(async (_: NewBatch): Promise<Result<null>> => ({ value: null }));
  const onCreated = vi.fn();
  const reportAgain = vi.fn();
  let ids = 0;
  const newId = () => `b${++ids}`;
  const many = createMany({ selected, createBatch, reportAgain, onCreated, newId });
  return { many, selected, createBatch, reportAgain, onCreated };
}

it('a batch for the selected reports is created only after the question is answered', async () => {
  const { many, createBatch, onCreated } = open();
  await many.give();
  many.ask('delete');
  expect(createBatch).not.toHaveBeenCalled();
  await many.give();
  const deletions = references.map((report) => ({ kind: 'delete', report }));
  expect(createBatch.mock.calls).toEqual([[{ id: 'b1', subjects: deletions }]]);
  expect([onCreated.mock.calls.length, many.question.value]).toEqual([1, null]);
  many.ask('update');
  await many.give();
  const updates = updatesTo({ results: 1 });
  expect(createBatch.mock.lastCall).toEqual([{ id: 'b2', subjects: updates }]);
});

it('a change needs a privacy, and for Password a single password for all reports', async () => {
  const { many, createBatch } = open();
  many.ask('change');
  await many.give();
  many.choosePrivacy(Privacy.Password);
  await many.give();
  expect(many.question.value?.lacksPassword).toBe(true);
  many.enterPassword(' ä ');
  expect(many.question.value?.lacksPassword).toBe(false);
  expect(createBatch).not.toHaveBeenCalled();
  await many.give();
  const subjects = updatesTo({ privacy: Privacy.Password });
  expect(createBatch.mock.calls).toEqual([[{ id: expect.any(String), subjects, password: ' ä ' }]]);
});

it('a batch that was not answered keeps its id, unless a person changes what it says', async () => {
  const { many, createBatch } = open();
  createBatch.mockResolvedValue({ failure: { code: 'interrupted' } });
  many.ask('change');
  many.choosePrivacy(Privacy.Public);
  await many.give();
  await many.give();
  many.choosePrivacy(Privacy.Private);
  await many.give();
  const ids = createBatch.mock.calls.map(([{ id }]) => id);
  expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
});

it('a password that was typed is not sent with another privacy', async () => {
  const { many, createBatch } = open();
  many.ask('change');
  many.choosePrivacy(Privacy.Password);
  many.enterPassword('secret');
  many.choosePrivacy(Privacy.Private);
  await many.give();
  expect(createBatch.mock.calls[0]?.[0]).toMatchObject({
    subjects: updatesTo({ privacy: Privacy.Private }),
  });
  expect(JSON.stringify(createBatch.mock.calls)).not.toContain('secret');
});

it('publishing names the addresses that may hold secrets', () => {
  const { many } = open();
  many.ask('change');
  many.choosePrivacy(Privacy.Private);
  expect(many.risky.value).toEqual([]);
  many.choosePrivacy(Privacy.Public);
  expect(many.risky.value).toEqual([reports[1]]);
});

it('a batch that could not be stored says so, and is created again under the same id', async () => {
  const { many, createBatch, onCreated } = open();
  createBatch.mockResolvedValueOnce({ failure: { code: 'notStored' } });
  many.ask('delete');
  await many.give();
  expect(many.question.value).toMatchObject({ failure: { code: 'notStored' }, isSending: false });
  expect(onCreated).not.toHaveBeenCalled();
  await many.give();
  expect(createBatch.mock.calls.map(([{ id }]) => id)).toEqual(['b1', 'b1']);
});

it('the question goes when no report is selected any more', () => {
  const { many, selected } = open();
  many.ask('delete');
  selected.value = [];
  expect(many.question.value).toBeNull();
});

it('pages are reported again once each, after a question that counts why some reports are left out', async () => {
  const { many, selected, createBatch, reportAgain } = open();
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
  expect([createBatch.mock.calls, many.question.value]).toEqual([[], null]);
});

it('the question about a privacy counts the reports that have a password', () => {
  const { many, selected } = open();
  expect(many.passwords.value).toBe(0);
  selected.value = [...reports, sampleReport('3', { privacy: Privacy.Password })];
  expect(many.passwords.value).toBe(1);
});
