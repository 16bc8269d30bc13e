import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import type { ReportChange } from '@/lib/report/report-change';
import { referTo } from '@/lib/report/report-reference';
import { openNoReport, openReport } from '../../support/open-report';
import { sampleBackoff } from '../../support/sample-job';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { waitUntil } from '../../support/wait-until';

const offline: Failure = { code: 'offline' };
const refused: Failure = { code: 'notAllowed', message: 'Read-only key' };
const publicReport = sampleReport('1', { privacy: Privacy.Public });
const SECRET_URL = 'https://ann:secret@host.example/';
const secret = { privacy: Privacy.Password, password: 'secret' };

async function openFields(fields: Parameters<typeof openReport>[0] = {}) {
  const context = await openReport(fields);
  context.opened.toggleFields();
  return context;
}

async function openAndPublish() {
  const context = await openFields();
  context.opened.choosePrivacy(Privacy.Public);
  await context.opened.save();
  return context;
}

async function openWithPassword() {
  const context = await openFields();
  context.opened.choosePrivacy(secret.privacy);
  context.opened.enterPassword(secret.password);
  return context;
}

it.each<[string, Privacy | null, string, Privacy[], ReportChange | null]>([
  ['nothing if nothing differs', 1, '', [], null],
  ['nothing if the original privacy is chosen again', 1, '', [0, 1], null],
  ['the typed password, unchanged, and the privacy', 2, ' ä ', [], { privacy: 2, password: ' ä ' }],
  ['no password with another privacy', 2, 'secret', [1], { privacy: 1 }],
  ['no password while the privacy is unknown', null, 'secret', [], null],
])('Save changes would send %s', async (_, privacy, password, choices, change) => {
  const { opened } = await openFields({ privacy });
  opened.enterPassword(password);
  choices.forEach(opened.choosePrivacy);
  expect(opened.change.value).toStrictEqual(change);
});

describe('saving a changed privacy', () => {
  it('sends only the difference, and shows the saved report', async () => {
    const { opened, requestedUpdates, stored, gets, shown } = await openAndPublish();
    expect(requestedUpdates()).toStrictEqual([
      [referTo(sampleReport('1')), { privacy: Privacy.Public }],
    ]);
    await stored.setStatus('new-1', { name: 'sending' });
    expect([opened.fields.value, opened.isSaving.value]).toEqual([null, true]);
    opened.toggleFields();
    opened.choosePrivacy(Privacy.Private);
    await opened.save();
    expect(requestedUpdates()).toHaveLength(1);
    await stored.finish('new-1', publicReport);
    expect(shown()).toMatchObject({ report: sampleDetails('1', publicReport) });
    expect(opened.isSaving.value).toBe(false);
    const details = sampleDetails('1', { ...publicReport, project: 'Shop' });
    await gets.untilCount(2);
    gets.answer(1, { value: details });
    await waitUntil(() => expect(shown()).toMatchObject({ report: details }));
  });

  it('shows the saved privacy even if the answer does not contain the report', async () => {
    const { opened, stored, shown } = await openWithPassword();
    await opened.save();
    await stored.finish('new-1');
    expect(shown()).toMatchObject({ report: sampleDetails('1', { privacy: Privacy.Password }) });
  });

  it('requires a password if the report has none yet', async () => {
    const { opened, requestedUpdates } = await openFields();
    opened.choosePrivacy(Privacy.Password);
    await opened.save();
    expect([opened.fields.value?.lacksPassword, requestedUpdates()]).toEqual([true, []]);
    opened.enterPassword('s');
    expect(opened.fields.value?.lacksPassword).toBe(false);
  });

  it('publishes an address with a secret only after Publish anyway', async () => {
    const { opened, requestedUpdates } = await openFields({ url: SECRET_URL });
    opened.choosePrivacy(Privacy.Public);
    await opened.publishAnyway();
    await opened.save();
    await opened.save();
    expect(opened.risks.value).toHaveLength(1);
    expect(requestedUpdates()).toEqual([]);
    await opened.publishAnyway();
    const report = referTo(sampleReport('1', { url: SECRET_URL }));
    expect(requestedUpdates()).toEqual([[report, { privacy: Privacy.Public }]]);
    expect(opened.fields.value).toBeNull();
  });

  it.each(['toggleFields', 'updateResults', 'close'] as const)(
    'closes the confirmation after %s',
    async (press) => {
      const { opened, close } = await openFields({ url: SECRET_URL });
      opened.choosePrivacy(Privacy.Public);
      await opened.save();
      expect(opened.risks.value).toHaveLength(1);
      await { ...opened, close }[press]();
      expect(opened.risks.value).toBeNull();
    },
  );

  it('closes the confirmation after another privacy is chosen', async () => {
    const { opened, requestedUpdates } = await openFields({ url: SECRET_URL });
    opened.choosePrivacy(Privacy.Public);
    await opened.save();
    opened.choosePrivacy(Privacy.Private);
    await opened.publishAnyway();
    expect([opened.risks.value, requestedUpdates()]).toEqual([null, []]);
  });

  it('keeps the chosen privacy and password if the change could not be stored', async () => {
    const { opened, jobs, stored, createJob } = await openWithPassword();
    const store = createJob.getMockImplementation();
    createJob.mockRejectedValue(new Error('stopped'));
    await opened.save();
    expect(opened.fields.value).toMatchObject(secret);
    expect(jobs.unstored.value?.failure).toEqual({ code: 'interrupted' });
    expect(opened.isSaving.value).toBe(false);
    if (store) createJob.mockImplementation(store);
    await opened.save();
    expect(opened.fields.value).toBeNull();
    expect([stored.ids(), jobs.unstored.value]).toEqual([['new-2'], null]);
  });

  it('sends nothing and opens no confirmation while another change is in flight', async () => {
    const { opened, requestedUpdates, stored } = await openFields({ url: SECRET_URL });
    opened.choosePrivacy(Privacy.Password);
    opened.enterPassword('secret');
    await opened.save();
    await stored.setStatus('new-1', { name: 'sending' });
    opened.toggleFields();
    opened.choosePrivacy(Privacy.Public);
    await opened.save();
    expect(opened.risks.value).toBeNull();
    expect(requestedUpdates()).toHaveLength(1);
  });

  it('does not wait for requested results', async () => {
    const { opened, requestedUpdates } = await openFields();
    await opened.updateResults();
    opened.choosePrivacy(Privacy.Public);
    await opened.save();
    expect(requestedUpdates().map(([, update]) => update)).toEqual([
      { results: 1 },
      { privacy: Privacy.Public },
    ]);
  });

  it('does not close fields that are edited while the change is being stored', async () => {
    const { opened } = await openWithPassword();
    const saving = opened.save();
    opened.enterPassword('longer');
    await saving;
    expect(opened.fields.value).toMatchObject({ password: 'longer' });
  });
});

it.each([
  ['its fields are closed', 'toggleFields'],
  ['the report is closed', 'close'],
] as const)('unsaved fields are forgotten when %s', async (_, closing) => {
  const { opened, open, close } = await openWithPassword();
  ({ ...opened, close })[closing]();
  if (opened.open.value === null) open(sampleReport('1'));
  opened.toggleFields();
  expect([opened.fields.value?.password, opened.privacy.value]).toEqual(['', Privacy.Private]);
  expect(opened.change.value).toBeNull();
});

describe('a refused change', () => {
  it('clears the chosen privacy and password', async () => {
    const { opened, stored } = await openWithPassword();
    await opened.save();
    await stored.refuse('new-1', refused);
    opened.toggleFields();
    expect([opened.fields.value?.password, opened.privacy.value]).toEqual(['', 1]);
  });

  it('marks the report as gone if the update has the status gone', async () => {
    const { stored, shown, opened } = await openAndPublish();
    await stored.setStatus('new-1', { name: 'gone' });
    expect(shown()).toMatchObject({ isGone: true, failure: null });
    expect(opened.isSaving.value).toBe(false);
  });
});

describe('a change that waits for the end of a backoff', () => {
  it('allows another change, and keeps a privacy that is chosen during the backoff', async () => {
    const { opened, stored, shown } = await openAndPublish();
    stored.setBackoff(sampleBackoff(offline));
    expect(opened.isSaving.value).toBe(false);
    opened.toggleFields();
    opened.choosePrivacy(Privacy.Password);
    await stored.finish('new-1', publicReport);
    expect(shown()).toMatchObject({ report: publicReport });
    expect(opened.privacy.value).toBe(Privacy.Password);
  });

  it('is shown when the report is opened again, even if the report cannot be read', async () => {
    const { opened, stored, show, close, answer, shown } = await openAndPublish();
    stored.setBackoff(sampleBackoff(offline));
    close();
    await show(sampleReport('1'));
    await answer(1, { failure: { code: 'unreachable' } });
    expect(opened.privacy.value).toBe(Privacy.Public);
    await stored.finish('new-1', publicReport);
    expect(shown()).toMatchObject({ report: publicReport, failure: null });
  });

  it('can be followed by a change back to the former privacy', async () => {
    const { opened, stored, requestedUpdates } = await openAndPublish();
    stored.setBackoff(sampleBackoff(offline));
    await opened.updateResults();
    opened.toggleFields();
    expect([opened.privacy.value, opened.change.value]).toEqual([Privacy.Public, null]);
    opened.choosePrivacy(Privacy.Private);
    expect(opened.change.value).toEqual({ privacy: Privacy.Private });
    await opened.save();
    expect(requestedUpdates().at(-1)).toEqual([
      referTo(sampleReport('1')),
      { privacy: Privacy.Private },
    ]);
  });

  it('leaves the report unchanged when it is cancelled', async () => {
    const { stored, shown, opened } = await openAndPublish();
    await stored.cancel('new-1');
    expect(shown()).toMatchObject({ isGone: false });
    expect(opened.privacy.value).toBe(Privacy.Private);
  });
});

describe('updating the results', () => {
  it('requests new results only, and keeps a chosen privacy', async () => {
    const { opened, requestedUpdates, stored, shown } = await openFields();
    opened.choosePrivacy(Privacy.Public);
    await opened.updateResults();
    await opened.updateResults();
    expect(requestedUpdates()).toStrictEqual([[referTo(sampleReport('1')), { results: 1 }]]);
    await stored.finish('new-1', sampleReport('1', { result: null }));
    const report = sampleDetails('1', { result: null });
    expect(shown()).toMatchObject({ report });
    expect(opened.change.value).toEqual({ privacy: Privacy.Public });
  });

  it('ignores the answer to a read that was requested before the update', async () => {
    const { opened, stored, show, answer } = openNoReport();
    await show(sampleReport('1'));
    await opened.updateResults();
    const updated = sampleReport('1', { result: 'bad' });
    await stored.finish('new-1', updated);
    await answer(0, { value: sampleDetails('1') });
    expect(opened.open.value).toMatchObject({ report: updated });
  });
});

describe('updating an older report of a page', () => {
  /** Opens the report 1, which is not the newest of its page, and presses Update results. */
  async function openOlderReport() {
    const context = openNoReport(['1']);
    await context.show(sampleReport('1'));
    await context.answer(0, { value: sampleDetails('1') });
    await context.opened.updateResults();
    return context;
  }

  it('states the date of the replaced result, and needs confirmation', async () => {
    const { opened, requestedUpdates } = await openOlderReport();
    expect([opened.replaced.value, requestedUpdates()]).toEqual([
      sampleReport('1').generatedAt,
      [],
    ]);
    await opened.updateAnyway();
    expect(opened.replaced.value).toBeNull();
    expect(requestedUpdates()).toEqual([[referTo(sampleReport('1')), { results: 1 }]]);
    await opened.updateAnyway();
    expect(requestedUpdates()).toHaveLength(1);
  });

  it.each(['keepResult', 'toggleFields', 'close'] as const)(
    'closes the confirmation after %s, and sends nothing',
    async (press) => {
      const { opened, close, requestedUpdates } = await openOlderReport();
      ({ ...opened, close })[press]();
      expect(opened.replaced.value).toBeNull();
      await opened.updateAnyway();
      expect(requestedUpdates()).toEqual([]);
    },
  );

  it('opens no confirmation if another report was opened before the answer', async () => {
    const { opened, open } = openNoReport(['1', '2']);
    open(sampleReport('1'));
    const pressed = opened.updateResults();
    open(sampleReport('2'));
    await pressed;
    expect(opened.replaced.value).toBeNull();
  });
});

describe('the checks of a report with updated results', () => {
  const check = {
    name: 'title',
    isPassed: false,
    importance: 'high',
    value: null,
    reasons: [],
    details: [],
  };
  const former = { ...sampleDetails('1', { score: 60 }), checks: [check] };
  const updatedReport = sampleReport('1', { score: 87, generatedAt: '2026-11-08T10:00:00.000Z' });
  const failure: Failure = { code: 'tooManyRequests', retryAt: null, message: null };

  /** Opens the report 1 with a check, and finishes an update of its results. */
  async function openAndUpdate() {
    const context = openNoReport();
    await context.show(sampleReport('1'));
    await context.answer(0, { value: former });
    await context.opened.updateResults();
    await context.stored.finish('new-1', updatedReport);
    return { ...context, shown: () => context.opened.open.value };
  }

  it('are marked as former until the new checks are read', async () => {
    const { gets, shown } = await openAndUpdate();
    expect(shown()).toMatchObject({ report: updatedReport, earlier: former });
    // Copies of the report must not contain the former checks.
    expect(shown()?.report).not.toHaveProperty('checks');
    const details = {
      ...sampleDetails('1', updatedReport),
      checks: [{ ...check, isPassed: true }],
    };
    await gets.untilCount(2);
    gets.answer(1, { value: details });
    await waitUntil(() =>
      expect(shown()).toMatchObject({ report: details, earlier: null, failure: null }),
    );
  });

  it('stay marked with the failure of the read until another read succeeds', async () => {
    const { opened, stored, gets, shown } = await openAndUpdate();
    await gets.untilCount(2);
    gets.answer(1, { failure });
    await waitUntil(() =>
      expect(shown()).toMatchObject({ report: updatedReport, earlier: former, failure }),
    );
    opened.toggleFields();
    opened.choosePrivacy(Privacy.Public);
    await opened.save();
    await stored.finish('new-2', { ...updatedReport, privacy: Privacy.Public });
    expect(shown()).toMatchObject({ report: { privacy: Privacy.Public }, earlier: former });
    await gets.untilCount(3);
    gets.answer(2, { failure });
    await waitUntil(() => expect(shown()).toMatchObject({ failure }));
    opened.readAgain();
    await gets.untilCount(4);
    gets.answer(3, { value: sampleDetails('1', updatedReport) });
    await waitUntil(() => expect(shown()).toMatchObject({ earlier: null, failure: null }));
  });

  it('stay unmarked if the answer has no new result', async () => {
    const context = openNoReport();
    await context.show(sampleReport('1'));
    await context.answer(0, { value: former });
    await context.opened.updateResults();
    await context.stored.finish('new-1', sampleReport('1', { score: 60 }));
    expect(context.opened.open.value).toMatchObject({ report: former, earlier: null });
  });
});
