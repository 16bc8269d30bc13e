import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { OpenedReport } from '@/lib/page/open-report';
import { Privacy } from '@/lib/report/privacy';
import type { ReportChange } from '@/lib/report/report-change';
import { closedGate } from '../../support/memory-tasks';
import { openNothing, openOne } from '../../support/open-report';
import { quiescence } from '../../support/quiescence';
import { sampleDetails, sampleReport } from '../../support/sample-report';

const offline: Failure = { code: 'offline' };
const refused: Failure = { code: 'notAllowed', message: 'Read-only key' };
const published = sampleReport('1', { privacy: Privacy.Public });

/** The report 1, open and about to be published: the change is stored. */
async function openSaving() {
  const place = await openOne();
  place.opened.choosePrivacy(Privacy.Public);
  await place.opened.save();
  return { ...place, shown: () => place.opened.open.value };
}

describe('what Save changes would send', () => {
  it.each<[string, Privacy | null, (opened: OpenedReport) => void, ReportChange | null]>([
    ['nothing until something differs', Privacy.Private, () => {}, null],
    [
      'the privacy that was chosen',
      Privacy.Private,
      (opened) => opened.choosePrivacy(0),
      { privacy: 0 },
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
      (opened) => opened.enterPassword('s'),
      null,
    ],
  ])('is %s', async (_, privacy, act, change) => {
    const { opened } = await openOne({ privacy });
    act(opened);
    expect(opened.change.value).toStrictEqual(change);
  });
});

describe('saving', () => {
  it('asks for what differs, and shows the report as it then is, and as it is then read', async () => {
    const { opened, asked, tasks, gets, shown } = await openSaving();
    expect(asked()).toStrictEqual([[sampleReport('1'), { privacy: Privacy.Public }]]);
    expect(shown()).toMatchObject({ activity: 'saving', failure: null });
    tasks.end('new-1', 'done', published);
    expect(shown()).toMatchObject({ report: sampleDetails('1', published), activity: 'saved' });
    expect(opened.change.value).toBeNull();
    const details = sampleDetails('1', { ...published, project: 'Shop' });
    gets.answer(1, { value: details });
    await quiescence();
    expect(shown()).toMatchObject({ report: details, activity: 'saved' });
  });

  it('has done so too where the service does not show the report, with the password', async () => {
    const { opened, tasks } = await openOne();
    opened.choosePrivacy(Privacy.Password);
    opened.enterPassword('secret');
    await opened.save();
    tasks.end('new-1', 'done');
    const report = sampleDetails('1', { privacy: Privacy.Password });
    expect(opened.open.value).toMatchObject({ report, activity: 'saved', password: '' });
    expect(opened.change.value).toBeNull();
  });

  it('makes one change at a time', async () => {
    const { opened, asked } = await openSaving();
    expect(opened.isChanging.value).toBe(true);
    await opened.save();
    await opened.updateResults();
    expect(asked()).toHaveLength(1);
  });

  it.each<[string, string | null]>([
    ['with a secret', 'https://host.example/reset?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c'],
    ['without a scheme', 'host.example/reset?token=9f8a7b6c5d4e3f2a'],
    ['that is too long', `https://host.example/${'a'.repeat(10_000)}`],
    ['that the service did not send', null],
  ])('publishes an address %s with consent, and never by the same press', async (_, url) => {
    const { opened, asked } = await openOne({ url });
    opened.choosePrivacy(Privacy.Public);
    await opened.publishAnyway();
    await opened.save();
    await opened.save();
    expect(opened.risks.value).toHaveLength(1);
    expect(asked()).toEqual([]);
    await opened.publishAnyway();
    expect(asked()).toHaveLength(1);
  });

  it.each<Failure>([{ code: 'notStored' }, { code: 'interrupted' }])(
    'keeps what was chosen and typed when it is not stored: %j',
    async (failure) => {
      const { opened, add } = await openOne();
      opened.choosePrivacy(Privacy.Password);
      opened.enterPassword('secret');
      if (failure.code === 'interrupted') add.mockRejectedValue(new Error('stopped'));
      else add.mockResolvedValue({ failure });
      await opened.save();
      const kept = { privacy: Privacy.Password, password: 'secret' };
      expect(opened.open.value).toMatchObject({ ...kept, activity: null, failure });
    },
  );
});

describe('a change that the service refuses', () => {
  it('says why where it was made, keeps what was typed, and is not kept in the queue', async () => {
    const { opened, tasks } = await openOne();
    opened.choosePrivacy(Privacy.Password);
    opened.enterPassword('secret');
    await opened.save();
    tasks.refuse('new-1', refused);
    const kept = { privacy: Privacy.Password, password: 'secret' };
    expect(opened.open.value).toMatchObject({ ...kept, activity: null, failure: refused });
    await expect.poll(tasks.ids).toEqual([]);
    expect(opened.open.value).toMatchObject({ failure: refused });
  });

  it('is left to the queue once the view was left', async () => {
    const { opened, tasks, tellFailure } = await openSaving();
    opened.close();
    tasks.refuse('new-1', refused);
    await quiescence();
    expect(tasks.ids()).toEqual(['new-1']);
    expect(tellFailure).not.toHaveBeenCalled();
  });

  it('since its report is gone says so here, or, where the view was left, to the popup', async () => {
    const { tasks, shown, changes } = await openSaving();
    expect(changes.gone.value).toBeNull();
    tasks.end('new-1', 'gone');
    const gone = { code: 'gone', what: 'report' };
    expect(shown()).toMatchObject({ activity: null, failure: gone });
    expect(changes.gone.value).toEqual(sampleReport('1'));
  });

  it('by not being stored is told elsewhere once the view was left', async () => {
    const { opened, add, tellFailure } = await openOne();
    add.mockResolvedValue({ failure: { code: 'notStored' } });
    const updating = opened.updateResults();
    opened.close();
    await updating;
    expect(tellFailure).toHaveBeenCalledExactlyOnceWith(sampleReport('1'), { code: 'notStored' });
  });
});

describe('a change that waits for the gate', () => {
  it('is said to, with the reason, and lets others be made', async () => {
    const { opened, tasks, shown } = await openSaving();
    tasks.setGate(closedGate(offline));
    expect(shown()).toMatchObject({ activity: 'waiting', failure: offline });
    expect(opened.isChanging.value).toBe(false);
    tasks.setGate(null);
    expect(shown()).toMatchObject({ activity: 'saving', failure: null });
    tasks.end('new-1', 'done', published);
    expect(shown()).toMatchObject({ activity: 'saved', failure: null });
  });

  it('keeps what is chosen meanwhile', async () => {
    const { opened, tasks } = await openSaving();
    tasks.setGate(closedGate(offline));
    opened.choosePrivacy(Privacy.Password);
    tasks.end('new-1', 'done', published);
    expect(opened.open.value).toMatchObject({ report: published, privacy: Privacy.Password });
  });

  it('is still said to when the report is opened again, though it cannot be read', async () => {
    const { opened, tasks, gets, shown } = await openSaving();
    tasks.setGate(closedGate(offline));
    opened.close();
    const showing = opened.show(sampleReport('1'));
    gets.answer(1, { failure: { code: 'unreachable' } });
    await showing;
    const waiting = { activity: 'waiting', failure: offline, privacy: Privacy.Public };
    expect(shown()).toMatchObject(waiting);
    tasks.end('new-1', 'done', published);
    expect(shown()).toMatchObject({ report: published, activity: 'saved', failure: null });
    expect(opened.change.value).toBeNull();
  });

  it('is told no more once it was taken back', async () => {
    const { tasks, shown } = await openSaving();
    tasks.setGate(closedGate(offline));
    tasks.end('new-1', 'cancelled');
    expect(shown()).toMatchObject({ activity: null, failure: null, privacy: Privacy.Public });
  });
});

describe('updating the results', () => {
  it('asks for that alone, and keeps what was chosen', async () => {
    const { opened, asked, tasks } = await openOne();
    opened.choosePrivacy(Privacy.Public);
    await opened.updateResults();
    expect(asked()).toStrictEqual([[sampleReport('1'), { results: 1 }]]);
    expect(opened.open.value).toMatchObject({ activity: 'updating', failure: null });
    tasks.end('new-1', 'done', sampleReport('1', { result: null }));
    const report = sampleDetails('1', { result: null });
    expect(opened.open.value).toMatchObject({ report, activity: 'asked', privacy: 0 });
  });

  it('leaves a change that was held back for another press', async () => {
    const { opened, asked, tasks } = await openOne({ url: 'https://ann:secret@host.example/' });
    opened.choosePrivacy(Privacy.Public);
    await opened.save();
    await opened.updateResults();
    await opened.publishAnyway();
    expect(opened.risks.value).toBeNull();
    expect(asked()).toHaveLength(1);
    tasks.end('new-1', 'done');
    await opened.save();
    expect(opened.risks.value).toHaveLength(1);
  });

  it('does not show the report as it was read before', async () => {
    const { opened, tasks, gets } = openNothing();
    const showing = opened.show(sampleReport('1'));
    await opened.updateResults();
    const after = sampleReport('1', { result: 'bad' });
    tasks.end('new-1', 'done', after);
    gets.answer(0, { value: sampleDetails('1') });
    await showing;
    expect(opened.open.value).toMatchObject({ report: after, activity: 'asked' });
  });
});
