import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import type { ResultPoll } from '@/lib/result-poll/result-poll';
import { openNothing, openOne } from '../../../support/open-report';
import { quiescence } from '../../../support/quiescence';
import { sampleDetails, sampleReport } from '../../../support/sample-report';

const failure: Failure = { code: 'gone', what: 'report', message: null };

/** A place in which the report 1 has just been opened. */
function openUnread() {
  const place = openNothing();
  return { ...place, showing: place.opened.show(sampleReport('1')) };
}

describe('an opened report', () => {
  it('is there at once as the list had it, then as the service gives it', async () => {
    const { opened, gets, get, showing } = openUnread();
    const view = {
      report: sampleReport('1'),
      activity: 'reading',
      failure: null,
      privacy: Privacy.Private,
      password: '',
      lacksPassword: false,
      held: [],
    };
    expect(opened.open.value).toEqual(view);
    expect(get).toHaveBeenCalledExactlyOnceWith(sampleReport('1'));
    const details = sampleDetails('1', { result: 'bad' });
    gets.answer(0, { value: details });
    await showing;
    expect(opened.open.value).toEqual({ ...view, report: details, activity: null });
    expect(opened.change.value).toBeNull();
  });

  it.each<Failure>([failure, { code: 'interrupted' }])(
    'stays as the list had it when reading it fails, with the reason %j',
    async (reason) => {
      const { opened, gets, showing } = openUnread();
      if (reason.code === 'interrupted') gets.reject(0);
      else gets.answer(0, { failure: reason });
      await showing;
      const report = sampleReport('1');
      expect(opened.open.value).toMatchObject({ report, activity: null, failure: reason });
    },
  );

  it('offers the privacy that the service gives, where the list had another', async () => {
    const { opened, gets, showing } = openUnread();
    gets.answer(0, { value: sampleDetails('1', { privacy: Privacy.Public }) });
    await showing;
    expect(opened.open.value?.privacy).toBe(Privacy.Public);
    expect(opened.change.value).toBeNull();
  });

  it('is shown as it is read beside a change that is not answered yet, or fails', async () => {
    const { opened, gets, updates, showing } = openUnread();
    const updating = opened.updateResults();
    gets.answer(0, { value: sampleDetails('1') });
    await showing;
    expect(opened.open.value).toMatchObject({ report: sampleDetails('1'), activity: 'updating' });
    updates.answer(0, { failure });
    await updating;
    expect(opened.open.value).toMatchObject({
      report: sampleDetails('1'),
      activity: null,
      failure,
    });
  });

  it('is shown as it is read after a change that has failed meanwhile', async () => {
    const { opened, gets, updates, showing } = openUnread();
    const updating = opened.updateResults();
    updates.answer(0, { failure });
    await updating;
    gets.answer(0, { value: sampleDetails('1') });
    await showing;
    expect(opened.open.value).toMatchObject({
      report: sampleDetails('1'),
      activity: null,
      failure,
    });
  });

  it('is not shown as it was read before a change', async () => {
    const { opened, gets, updates, showing } = openUnread();
    const updating = opened.updateResults();
    const after = sampleDetails('1', { result: 'bad' });
    updates.answer(0, { value: after });
    await updating;
    gets.answer(0, { value: sampleDetails('1') });
    await showing;
    expect(opened.open.value?.report).toEqual(after);
  });

  it('keeps the privacy that was chosen while it was read', async () => {
    const { opened, gets, showing } = openUnread();
    opened.choosePrivacy(Privacy.Public);
    gets.answer(0, { value: sampleDetails('1') });
    await showing;
    expect(opened.open.value?.privacy).toBe(Privacy.Public);
    expect(opened.change.value).toEqual({ privacy: Privacy.Public });
  });
});

describe('an answer that comes late', () => {
  it('does not open the report again after Back', async () => {
    const { opened, gets, showing } = openUnread();
    opened.close();
    expect(opened.open.value).toBeNull();
    gets.answer(0, { value: sampleDetails('1') });
    await showing;
    expect(opened.open.value).toBeNull();
  });

  it('does not replace another report that was opened since', async () => {
    const { opened, gets, showing } = openUnread();
    const second = opened.show(sampleReport('2'));
    gets.answer(1, { value: sampleDetails('2') });
    await second;
    gets.answer(0, { failure });
    await showing;
    expect(opened.open.value).toMatchObject({ report: sampleDetails('2'), failure: null });
  });

  it('to a change says nothing of another report that was opened since', async () => {
    const { opened, updates } = await openOne();
    opened.choosePrivacy(Privacy.Public);
    const saving = opened.save();
    await updates.asked(1);
    void opened.show(sampleReport('2'));
    updates.answer(0, { value: sampleDetails('1', { privacy: Privacy.Public }) });
    await saving;
    expect(opened.open.value).toMatchObject({
      report: sampleReport('2'),
      activity: 'reading',
      privacy: Privacy.Private,
    });
  });
});

describe('a change that fails after the report was left', () => {
  it.each(['to the list', 'for another report'])('is told of elsewhere, left %s', async (where) => {
    const { opened, updates, tellFailure } = await openOne();
    opened.choosePrivacy(Privacy.Public);
    const saving = opened.save();
    opened.close();
    if (where !== 'to the list') void opened.show(sampleReport('2'));
    updates.answer(0, { failure });
    await saving;
    expect(tellFailure).toHaveBeenCalledExactlyOnceWith(sampleReport('1'), failure);
    expect(opened.open.value?.failure ?? null).toBeNull();
  });

  it('is told of in its view otherwise, and there alone', async () => {
    const { opened, updates, tellFailure } = await openOne();
    const updating = opened.updateResults();
    updates.answer(0, { failure });
    await updating;
    expect(tellFailure).not.toHaveBeenCalled();
  });
});

describe('a report whose new result is awaited', () => {
  const waiting: ResultPoll = {
    report: sampleReport('1'),
    isPrivateWindow: false,
    attempts: 0,
    nextAt: '2026-11-02T12:00:02.000Z',
    failure: null,
  };

  it.each(['after', 'before'])(
    'is read again once it has come, awaited %s opening, and said to be updated',
    async (when) => {
      const { opened, awaited, gets, get } = openNothing();
      if (when === 'before') awaited.value = [waiting];
      const showing = opened.show(sampleReport('1'));
      gets.answer(0, { value: sampleDetails('1') });
      await showing;
      awaited.value = [{ ...waiting, attempts: 1 }];
      expect(get).toHaveBeenCalledTimes(1);
      awaited.value = [];
      expect(get.mock.lastCall?.[0]).toStrictEqual(sampleReport('1'));
      gets.answer(1, { value: sampleDetails('1', { result: 'bad' }) });
      await quiescence();
      const report = sampleDetails('1', { result: 'bad' });
      expect(opened.open.value).toMatchObject({ report, activity: 'asked' });
    },
  );

  it('is read once it has come while a change is on its way, which then fails', async () => {
    const { opened, awaited, gets, updates } = await openOne();
    awaited.value = [waiting];
    opened.choosePrivacy(Privacy.Public);
    const saving = opened.save();
    awaited.value = [];
    expect(opened.open.value?.activity).toBe('saving');
    updates.answer(0, { failure });
    await saving;
    await gets.asked(2);
    gets.answer(1, { value: sampleDetails('1', { result: 'bad' }) });
    await quiescence();
    const report = sampleDetails('1', { result: 'bad' });
    expect(opened.open.value).toMatchObject({ report, failure, privacy: Privacy.Public });
  });

  it.each<[string, ResultPoll[][]]>([
    ['the result of another', [[{ ...waiting, report: sampleReport('2') }], []]],
    ['a result that was given up', [[waiting], [{ ...waiting, nextAt: null }]]],
  ])('is not read again for %s', async (_, changes) => {
    const { awaited, get } = await openOne();
    for (const change of changes) awaited.value = change;
    expect(get).toHaveBeenCalledTimes(1);
  });

  it('is not read again once it was closed, nor for another being opened', async () => {
    const { opened, awaited, get } = await openOne();
    awaited.value = [waiting];
    opened.close();
    awaited.value = [];
    expect(get).toHaveBeenCalledTimes(1);
    void opened.show(sampleReport('2'));
    expect(get).toHaveBeenCalledTimes(2);
  });
});
