import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import { openNothing, openOne } from '../../../support/open-report';
import { sampleDetails, sampleReport } from '../../../support/sample-report';

const failure: Failure = { code: 'not-allowed', message: 'Read-only key' };

describe('what Save changes would send', () => {
  it('is nothing until something differs', async () => {
    const { opened } = await openOne();
    expect(opened.change.value).toBeNull();
    opened.choosePrivacy(Privacy.Public);
    expect(opened.change.value).toStrictEqual({ privacy: Privacy.Public });
    opened.choosePrivacy(Privacy.Private);
    expect(opened.change.value).toBeNull();
  });

  it('is the password with its privacy, as it was typed', async () => {
    const { opened } = await openOne({ privacy: Privacy.Password });
    opened.enterPassword(' päss ');
    expect(opened.change.value).toStrictEqual({ privacy: Privacy.Password, password: ' päss ' });
    opened.enterPassword('');
    expect(opened.change.value).toBeNull();
  });

  it('is no password with another privacy', async () => {
    const { opened } = await openOne({ privacy: Privacy.Password });
    opened.enterPassword('secret');
    opened.choosePrivacy(Privacy.Private);
    expect(opened.change.value).toStrictEqual({ privacy: Privacy.Private });
  });

  it('is nothing of a privacy that neither the service nor the person has named', async () => {
    const { opened } = await openOne({ privacy: null });
    opened.enterPassword('secret');
    expect(opened.change.value).toBeNull();
    opened.choosePrivacy(Privacy.Private);
    expect(opened.change.value).toStrictEqual({ privacy: Privacy.Private });
  });
});

describe('saving', () => {
  it('sends what differs, and shows the report as it then is', async () => {
    const { opened, update, updates } = await openOne();
    opened.choosePrivacy(Privacy.Public);
    const saving = opened.save();
    await updates.asked(1);
    expect(opened.open.value).toMatchObject({ activity: 'saving', failure: null });
    expect(update).toHaveBeenCalledTimes(1);
    expect(update.mock.lastCall).toStrictEqual([sampleReport('1'), { privacy: Privacy.Public }]);
    const after = sampleDetails('1', { privacy: Privacy.Public });
    updates.answer(0, { value: after });
    await saving;
    expect(opened.open.value).toMatchObject({
      report: after,
      activity: 'saved',
      privacy: Privacy.Public,
    });
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
    expect(update).not.toHaveBeenCalled();
    expect(opened.open.value).toBeNull();
  });

  it('demands a password with privacy Password, until one is typed', async () => {
    const { opened, update } = await openOne();
    opened.choosePrivacy(Privacy.Password);
    expect(opened.open.value?.lacksPassword).toBe(false);
    await opened.save();
    expect(opened.open.value?.lacksPassword).toBe(true);
    expect(update).not.toHaveBeenCalled();
    opened.enterPassword('s');
    expect(opened.open.value?.lacksPassword).toBe(false);
    void opened.save();
    expect(update.mock.lastCall?.[1]).toStrictEqual({ privacy: Privacy.Password, password: 's' });
  });

  it('no longer demands a password once another privacy is chosen', async () => {
    const { opened } = await openOne();
    opened.choosePrivacy(Privacy.Password);
    await opened.save();
    opened.choosePrivacy(Privacy.Public);
    expect(opened.open.value?.lacksPassword).toBe(false);
  });

  it('twice at once sends once', async () => {
    const { opened, update } = await openOne();
    opened.choosePrivacy(Privacy.Public);
    void opened.save();
    await opened.save();
    await opened.updateResults();
    expect(update).toHaveBeenCalledTimes(1);
  });

  it('publishes an address that carries a secret with the second press', async () => {
    const url = 'https://host.example/reset?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';
    const { opened, update } = await openOne({ url });
    opened.choosePrivacy(Privacy.Public);
    await opened.save();
    expect(opened.open.value?.held).toEqual(['secret']);
    expect(update).not.toHaveBeenCalled();
    void opened.save();
    expect(update).toHaveBeenCalledOnce();
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
  it('asks for that alone, and leaves what was chosen', async () => {
    const { opened, update, updates } = await openOne();
    opened.choosePrivacy(Privacy.Public);
    const updating = opened.updateResults();
    expect(opened.open.value).toMatchObject({ activity: 'updating', failure: null });
    expect(update.mock.lastCall).toStrictEqual([sampleReport('1'), { results: 1 }]);
    const after = sampleDetails('1', { result: null });
    updates.answer(0, { value: after });
    await updating;
    expect(opened.open.value).toMatchObject({
      report: after,
      activity: 'asked',
      privacy: Privacy.Public,
    });
  });

  it('has asked too where the service does not show the report', async () => {
    const { opened, updates } = await openOne();
    const updating = opened.updateResults();
    updates.answer(0, { value: null });
    await updating;
    expect(opened.open.value).toMatchObject({ report: sampleDetails('1'), activity: 'asked' });
  });

  it('says why it failed, and can be asked again', async () => {
    const { opened, update, updates } = await openOne();
    const updating = opened.updateResults();
    updates.answer(0, { failure });
    await updating;
    expect(opened.open.value).toMatchObject({ activity: null, failure });
    void opened.updateResults();
    expect(update).toHaveBeenCalledTimes(2);
    expect(opened.open.value).toMatchObject({ activity: 'updating', failure: null });
  });

  it('twice at once asks once, and not at all where nothing is open', async () => {
    const { opened, update } = await openOne();
    void opened.updateResults();
    await opened.updateResults();
    expect(update).toHaveBeenCalledTimes(1);
    const empty = openNothing();
    await empty.opened.updateResults();
    expect(empty.update).not.toHaveBeenCalled();
  });
});
