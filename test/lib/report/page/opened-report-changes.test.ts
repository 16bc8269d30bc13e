import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { OpenedReport } from '@/lib/report/page/opened-report';
import { Privacy } from '@/lib/report/privacy';
import type { ReportChange } from '@/lib/report/report-change';
import { openOne } from '../../../support/open-report';
import { sampleDetails, sampleReport } from '../../../support/sample-report';

const failure: Failure = { code: 'notAllowed', message: 'Read-only key' };

describe('what Save changes would send', () => {
  it.each<[string, Privacy | null, (opened: OpenedReport) => void, ReportChange | null]>([
    ['nothing until something differs', Privacy.Private, () => {}, null],
    [
      'the privacy that was chosen',
      Privacy.Private,
      ({ choosePrivacy }) => choosePrivacy(Privacy.Public),
      { privacy: Privacy.Public },
    ],
    [
      'nothing where the privacy is the old one again',
      Privacy.Private,
      ({ choosePrivacy }) => [Privacy.Public, Privacy.Private].forEach(choosePrivacy),
      null,
    ],
    [
      'the password with its privacy, as it was typed',
      Privacy.Password,
      ({ enterPassword }) => enterPassword(' päss '),
      { privacy: Privacy.Password, password: ' päss ' },
    ],
    [
      'no password with another privacy',
      Privacy.Password,
      ({ choosePrivacy, enterPassword }) => {
        enterPassword('secret');
        choosePrivacy(Privacy.Private);
      },
      { privacy: Privacy.Private },
    ],
    [
      'nothing of a privacy that nobody has named',
      null,
      ({ enterPassword }) => enterPassword('secret'),
      null,
    ],
  ])('is %s', async (_, privacy, act, change) => {
    const { opened } = await openOne({ privacy });
    act(opened);
    expect(opened.change.value).toStrictEqual(change);
  });
});

describe('saving', () => {
  it('sends what differs, and shows the report as it then is', async () => {
    const { opened, update, updates } = await openOne();
    opened.choosePrivacy(Privacy.Public);
    const saving = opened.save();
    expect(opened.open.value).toMatchObject({ activity: 'saving', failure: null });
    expect(update.mock.calls).toStrictEqual([[sampleReport('1'), { privacy: Privacy.Public }]]);
    const after = sampleDetails('1', { privacy: Privacy.Public });
    updates.answer(0, { value: after });
    await saving;
    expect(opened.open.value).toMatchObject({ report: after, activity: 'saved', privacy: 0 });
    expect(opened.change.value).toBeNull();
  });

  it('has done so too where the service does not show the report', async () => {
    const { opened, updates } = await openOne();
    opened.choosePrivacy(Privacy.Password);
    opened.enterPassword('secret');
    const saving = opened.save();
    updates.answer(0, { value: null });
    await saving;
    expect(opened.open.value).toMatchObject({
      report: sampleDetails('1', { privacy: Privacy.Password }),
      activity: 'saved',
      privacy: Privacy.Password,
      password: '',
    });
    expect(opened.change.value).toBeNull();
  });

  it('sends nothing where nothing was changed, or nothing is open', async () => {
    const { opened, update } = await openOne();
    await opened.save();
    opened.close();
    opened.choosePrivacy(Privacy.Public);
    opened.enterPassword('secret');
    await opened.save();
    await opened.updateResults();
    expect(update).not.toHaveBeenCalled();
    expect(opened.open.value).toBeNull();
  });

  it.each<[string, (opened: OpenedReport) => void]>([
    ['one is typed', ({ enterPassword }) => enterPassword('s')],
    ['another privacy is chosen', ({ choosePrivacy }) => choosePrivacy(Privacy.Public)],
  ])('demands a password with privacy Password, until %s', async (_, act) => {
    const { opened, update } = await openOne();
    opened.choosePrivacy(Privacy.Password);
    expect(opened.open.value?.lacksPassword).toBe(false);
    await opened.save();
    expect(opened.open.value?.lacksPassword).toBe(true);
    expect(update).not.toHaveBeenCalled();
    act(opened);
    expect(opened.open.value?.lacksPassword).toBe(false);
    void opened.save();
    expect(update).toHaveBeenCalledTimes(1);
  });

  it('twice at once sends once', async () => {
    const { opened, update } = await openOne();
    opened.choosePrivacy(Privacy.Public);
    void opened.save();
    await opened.save();
    await opened.updateResults();
    expect(update).toHaveBeenCalledTimes(1);
  });

  it('publishes an address that carries a secret with consent, and never by the same press', async () => {
    const url = 'https://host.example/reset?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';
    const { opened, update } = await openOne({ url });
    opened.choosePrivacy(Privacy.Public);
    await opened.save();
    expect(opened.open.value?.held).toEqual(['secret']);
    await opened.save();
    expect(update).not.toHaveBeenCalled();
    void opened.publishAnyway();
    expect(update).toHaveBeenCalledOnce();
  });

  it.each<[string, string | null]>([
    ['without a scheme', 'host.example/reset?token=9f8a7b6c5d4e3f2a'],
    ['that is too long', `https://host.example/${'a'.repeat(10_000)}`],
    ['that nobody can read', 'a page'],
    ['that the service did not send', null],
    ['with a password', 'https://ann:secret@host.example/'],
  ])('asks before it publishes an address %s', async (_, url) => {
    const { opened, update } = await openOne({ url });
    opened.choosePrivacy(Privacy.Public);
    await opened.save();
    expect(opened.open.value?.held).toHaveLength(1);
    expect(update).not.toHaveBeenCalled();
    void opened.publishAnyway();
    expect(update).toHaveBeenCalledOnce();
  });

  it('takes consent for nothing that was not held back', async () => {
    const { opened, update } = await openOne();
    opened.choosePrivacy(Privacy.Public);
    await opened.publishAnyway();
    expect(update).not.toHaveBeenCalled();
  });

  it.each<[string, Failure]>([
    ['refuses', failure],
    ['was stopped', { code: 'interrupted' }],
  ])('keeps what was chosen and typed when the background %s', async (_, reason) => {
    const { opened, update, updates } = await openOne();
    opened.choosePrivacy(Privacy.Password);
    opened.enterPassword('secret');
    const saving = opened.save();
    if (reason.code === 'interrupted') updates.reject(0);
    else updates.answer(0, { failure: reason });
    await saving;
    expect(opened.open.value).toMatchObject({
      report: sampleDetails('1'),
      activity: null,
      failure: reason,
      privacy: Privacy.Password,
      password: 'secret',
    });
    void opened.save();
    expect(update).toHaveBeenCalledTimes(2);
    expect(opened.open.value?.failure).toBeNull();
  });
});

describe('updating the results', () => {
  const after = sampleDetails('1', { result: null });

  it.each([
    ['as the service gives it', after, after],
    ['as it was where the service does not show it', null, sampleDetails('1')],
  ])('asks for that alone, and shows the report %s', async (_, value, report) => {
    const { opened, update, updates } = await openOne();
    opened.choosePrivacy(Privacy.Public);
    const updating = opened.updateResults();
    expect(opened.open.value).toMatchObject({ activity: 'updating', failure: null });
    expect(update.mock.calls).toStrictEqual([[sampleReport('1'), { results: 1 }]]);
    updates.answer(0, { value });
    await updating;
    expect(opened.open.value).toMatchObject({ report, activity: 'asked', privacy: 0 });
  });

  it('leaves a change that was held back for another press', async () => {
    const { opened, update, updates } = await openOne({ url: 'https://ann:secret@host.example/' });
    opened.choosePrivacy(Privacy.Public);
    await opened.save();
    const updating = opened.updateResults();
    expect(opened.open.value?.held).toEqual([]);
    await opened.save();
    await opened.publishAnyway();
    expect(opened.open.value?.held).toEqual([]);
    expect(update).toHaveBeenCalledOnce();
    updates.answer(0, { value: null });
    await updating;
    await opened.save();
    expect(opened.open.value?.held).toHaveLength(1);
  });

  it('says why it failed, and can be asked again', async () => {
    const { opened, updates } = await openOne();
    const updating = opened.updateResults();
    updates.answer(0, { failure });
    await updating;
    expect(opened.open.value).toMatchObject({ activity: null, failure });
    void opened.updateResults();
    await updates.asked(2);
    expect(opened.open.value).toMatchObject({ activity: 'updating', failure: null });
  });
});
