import { signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import { createBatchActions, type NewBatch } from '@/components/table/batch-actions';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { StoredChange } from '@/lib/report/report-change';
import { referTo } from '@/lib/report/report-reference';
import type { Result } from '@/lib/result';
import { createDeferredCalls } from '../../support/deferred-calls';
import { sampleReport } from '../../support/sample-report';

const reports = [sampleReport('1'), sampleReport('2', { url: 'https://host.example/?token=x' })];

const references = reports.map(referTo);
const updatesTo = (update: StoredChange) =>
  references.map((report) => ({ kind: 'update', report, update }));

function openTable() {
  const selected = signal<readonly Report[]>(reports);
  const createBatch = vi.fn(async (_: NewBatch): Promise<Result<null>> => ({ value: null }));
  const onCreated = vi.fn();
  const reportAgain = vi.fn();
  let ids = 0;
  const newId = () => `b${++ids}`;
  const batchActions = createBatchActions({ selected, createBatch, reportAgain, onCreated, newId });
  return { batchActions, selected, createBatch, reportAgain, onCreated };
}

type Table = ReturnType<typeof openTable>;

it('a batch for the selected reports is created only after the confirmation', async () => {
  const { batchActions, createBatch, onCreated } = openTable();
  await batchActions.confirm();
  batchActions.requireConfirmation('delete');
  expect(createBatch).not.toHaveBeenCalled();
  await batchActions.confirm();
  const deletions = references.map((report) => ({ kind: 'delete', report }));
  expect(createBatch.mock.calls).toEqual([[{ id: 'b1', subjects: deletions }]]);
  expect([onCreated.mock.calls.length, batchActions.question.value]).toEqual([1, null]);
  batchActions.requireConfirmation('update');
  await batchActions.confirm();
  const updates = updatesTo({ results: 1 });
  expect(createBatch.mock.lastCall).toEqual([{ id: 'b2', subjects: updates }]);
});

it('a change needs a chosen privacy, and Password needs one password for all reports', async () => {
  const { batchActions, createBatch } = openTable();
  batchActions.requireConfirmation('change');
  await batchActions.confirm();
  batchActions.choosePrivacy(Privacy.Password);
  await batchActions.confirm();
  expect(batchActions.question.value?.lacksPassword).toBe(true);
  batchActions.enterPassword(' ä ');
  expect(batchActions.question.value?.lacksPassword).toBe(false);
  expect(createBatch).not.toHaveBeenCalled();
  await batchActions.confirm();
  const subjects = updatesTo({ privacy: Privacy.Password });
  expect(createBatch.mock.calls).toEqual([[{ id: expect.any(String), subjects, password: ' ä ' }]]);
});

it('a batch without an answer keeps its id, unless the person changes its content', async () => {
  const { batchActions, createBatch } = openTable();
  createBatch.mockResolvedValue({ failure: { code: 'interrupted' } });
  batchActions.requireConfirmation('change');
  batchActions.choosePrivacy(Privacy.Public);
  await batchActions.confirm();
  await batchActions.confirm();
  batchActions.choosePrivacy(Privacy.Private);
  await batchActions.confirm();
  const ids = createBatch.mock.calls.map(([{ id }]) => id);
  expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
});

it('a typed password is not sent with another privacy', async () => {
  const { batchActions, createBatch } = openTable();
  batchActions.requireConfirmation('change');
  batchActions.choosePrivacy(Privacy.Password);
  batchActions.enterPassword('secret');
  batchActions.choosePrivacy(Privacy.Private);
  await batchActions.confirm();
  expect(createBatch.mock.calls[0]?.[0]).toMatchObject({
    subjects: updatesTo({ privacy: Privacy.Private }),
  });
  expect(JSON.stringify(createBatch.mock.calls)).not.toContain('secret');
});

it('the confirmation of the privacy Public lists the addresses that may contain secrets', () => {
  const { batchActions } = openTable();
  batchActions.requireConfirmation('change');
  batchActions.choosePrivacy(Privacy.Private);
  expect(batchActions.risky.value).toEqual([]);
  batchActions.choosePrivacy(Privacy.Public);
  expect(batchActions.risky.value).toEqual([reports[1]]);
});

it('a batch that could not be stored shows the failure, and keeps its id at the next try', async () => {
  const { batchActions, createBatch, onCreated } = openTable();
  createBatch.mockResolvedValueOnce({ failure: { code: 'notStored' } });
  batchActions.requireConfirmation('delete');
  await batchActions.confirm();
  expect(batchActions.question.value).toMatchObject({
    failure: { code: 'notStored' },
    isSending: false,
  });
  expect(onCreated).not.toHaveBeenCalled();
  await batchActions.confirm();
  expect(createBatch.mock.calls.map(([{ id }]) => id)).toEqual(['b1', 'b1']);
});

it.each([
  ['a person cancels', ({ batchActions }: Table) => batchActions.cancelConfirmation()],
  [
    'the selection ends',
    ({ selected }: Table) => {
      selected.value = [];
    },
  ],
])('the failure to store a batch is shown even if %s before the failure', async (_, leave) => {
  const table = openTable();
  const { batchActions, createBatch, onCreated } = table;
  const answers = createDeferredCalls<Result<null>>();
  createBatch.mockImplementation(answers.call);
  batchActions.requireConfirmation('update');
  const confirming = batchActions.confirm();
  leave(table);
  answers.answer(0, { failure: { code: 'notStored' } });
  await confirming;
  expect(batchActions.question.value?.failure).toEqual({ code: 'notStored' });
  expect(onCreated).not.toHaveBeenCalled();
  batchActions.cancelConfirmation();
  expect(batchActions.question.value).toBeNull();
});

it('the confirmation closes when no report is selected', () => {
  const { batchActions, selected } = openTable();
  batchActions.requireConfirmation('delete');
  selected.value = [];
  expect(batchActions.question.value).toBeNull();
});

it('Report again covers one report for each page, and counts the omitted reports', async () => {
  const { batchActions, selected, createBatch, reportAgain } = openTable();
  const samePage = sampleReport('3', { url: 'http://www.host.example/1/' });
  const withoutAddress = sampleReport('4', { url: null });
  selected.value = [...reports, samePage, withoutAddress];
  batchActions.requireConfirmation('update');
  expect(batchActions.counts.value).toEqual({ covered: 4, furtherReports: 0, noAddress: 0 });
  batchActions.requireConfirmation('again');
  expect(batchActions.counts.value).toEqual({ covered: 2, furtherReports: 1, noAddress: 1 });
  expect(reportAgain).not.toHaveBeenCalled();
  await batchActions.confirm();
  const pages = reportAgain.mock.calls[0]?.[0].map((one: Report) => referTo(one).page);
  expect(pages).toEqual(reports.map((one) => referTo(one).page));
  expect([createBatch.mock.calls, batchActions.question.value]).toEqual([[], null]);
});

it('the confirmation of a privacy counts the reports that have a password', () => {
  const { batchActions, selected } = openTable();
  expect(batchActions.passwords.value).toBe(0);
  selected.value = [...reports, sampleReport('3', { privacy: Privacy.Password })];
  expect(batchActions.passwords.value).toBe(1);
});
