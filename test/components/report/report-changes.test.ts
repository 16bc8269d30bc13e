import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import type { ReportChange } from '@/lib/report/report-change';
import { openNothing, openReport } from '../../support/open-report';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { closedGate } from '../../support/sample-task';

const offline: Failure = { code: 'offline' };
const refused: Failure = { code: 'notAllowed', message: 'Read-only key' };
const published = sampleReport('1', { privacy: Privacy.Public });
const secret = { privacy: Privacy.Password, password: 'secret' };

/** The report 1, open and about to be published: the change is stored. */
async function openSaving() {
  const place = await openReport();
  place.opened.choosePrivacy(Privacy.Public);
  await place.opened.save();
  return place;
}

/** The report 1, open and with a password chosen for it. */
async function openTyped() {
  const place = await openReport();
  place.opened.choosePrivacy(secret.privacy);
  place.opened.enterPassword(secret.password);
  return place;
}

it.each<[string, Privacy | null, string, Privacy[], ReportChange | null]>([
  ['nothing until something differs', 1, '', [], null],
  ['nothing where the privacy is the old one again', 1, '', [0, 1], null],
  ['the password with its privacy, as typed', 2, ' ä ', [], { privacy: 2, password: ' ä ' }],
  ['no password with another privacy', 2, 'secret', [1], { privacy: 1 }],
  ['no password while the privacy is unknown', null, 'secret', [], null],
])('Save changes would send %s', async (_, privacy, password, choices, change) => {
  const { opened } = await openReport({ privacy });
  opened.enterPassword(password);
  choices.forEach(opened.choosePrivacy);
  expect(opened.change.value).toStrictEqual(change);
});

describe('saving a changed privacy', () => {
  it('sends only what differs, then shows the report as saved and as read afterwards', async () => {
    const { opened, asked, tasks, gets, shown } = await openSaving();
    expect(asked()).toStrictEqual([[sampleReport('1'), { privacy: Privacy.Public }]]);
    expect(opened.isChanging.value).toBe(true);
    await opened.save();
    await opened.updateResults();
    expect(asked()).toHaveLength(1);
    await tasks.end('new-1', 'done', published);
    expect(shown()).toMatchObject({ report: sampleDetails('1', published), isSaved: true });
    expect(opened.change.value).toBeNull();
    const details = sampleDetails('1', { ...published, project: 'Shop' });
    gets.answer(1, { value: details });
    await expect.poll(shown).toMatchObject({ report: details, isSaved: true });
    // What is chosen next is not saved.
    opened.choosePrivacy(Privacy.Password);
    expect(shown()).toMatchObject({ isSaved: false });
  });

  it('counts as done, with the password, even if the answer does not show the report', async () => {
    const { opened, tasks, shown } = await openTyped();
    await opened.save();
    await tasks.end('new-1', 'done');
    const report = sampleDetails('1', { privacy: Privacy.Password });
    // It stays to be copied, and a press more does not send it again.
    expect(shown()).toMatchObject({ ...secret, report, isSaved: true });
    expect(opened.change.value).toBeNull();
    opened.choosePrivacy(Privacy.Private);
    await opened.save();
    await tasks.end('new-2', 'done');
    opened.choosePrivacy(Privacy.Password);
    expect(opened.change.value).toEqual(secret);
  });

  it('publishes an address with a secret only by the press of consent', async () => {
    const url = 'https://ann:secret@host.example/';
    const { opened, asked, tasks } = await openReport({ url });
    opened.choosePrivacy(Privacy.Public);
    await opened.publishAnyway();
    await opened.save();
    await opened.save();
    expect(opened.risks.value).toHaveLength(1);
    expect(asked()).toEqual([]);
    await opened.publishAnyway();
    expect(asked()).toEqual([[sampleReport('1', { url }), { privacy: Privacy.Public }]]);
    await tasks.end('new-1', 'cancelled');
    await opened.save();
    expect(opened.risks.value).toHaveLength(1);
    await opened.updateResults();
    expect(opened.risks.value).toBeNull();
  });

  it('keeps the chosen privacy and password if the change could not be stored', async () => {
    const { opened, add, shown } = await openTyped();
    add.mockRejectedValue(new Error('stopped'));
    await opened.save();
    expect(shown()).toMatchObject(secret);
    expect([opened.refusal.value, opened.isChanging.value]).toEqual([
      { code: 'interrupted' },
      false,
    ]);
  });
});

describe('a change that the service refuses', () => {
  it('keeps the typed password, and is replaced by the next press', async () => {
    const { opened, tasks, shown } = await openTyped();
    await opened.save();
    await tasks.refuse('new-1', refused);
    expect(shown()).toMatchObject(secret);
    expect([opened.refusal.value, opened.change.value]).toEqual([refused, secret]);
    await opened.save();
    expect(opened.refusal.value).toBeNull();
    await expect.poll(tasks.ids).toEqual(['new-2']);
  });

  it('is shown as saved once it was sent again and made', async () => {
    const { tasks, shown } = await openSaving();
    await tasks.refuse('new-1', refused);
    await tasks.move('new-1', { name: 'sent' });
    await tasks.end('new-1', 'done', published);
    expect(shown()).toMatchObject({ report: published, isSaved: true });
  });

  it('because the report is gone leaves the report shown as gone', async () => {
    const { tasks, shown, opened } = await openSaving();
    await tasks.end('new-1', 'gone');
    expect(shown()).toMatchObject({ isGone: true, failure: null });
    expect(opened.isChanging.value).toBe(false);
  });
});

describe('a change that waits for the gate', () => {
  it('allows another change, and keeps a privacy chosen meanwhile', async () => {
    const { opened, tasks, shown } = await openSaving();
    const isHeld = () => [opened.isWaiting.value, opened.isChanging.value];
    await tasks.setGate(closedGate(offline));
    expect(isHeld()).toEqual([true, false]);
    await tasks.setGate(null);
    expect(isHeld()).toEqual([false, true]);
    opened.choosePrivacy(Privacy.Password);
    await tasks.end('new-1', 'done', published);
    // What is saved is not what is chosen now.
    const saved = { report: published, isSaved: false, isLeftOver: true };
    expect(shown()).toMatchObject({ ...saved, privacy: Privacy.Password });
  });

  it('is shown when the report is opened again, although the report cannot be read', async () => {
    const { opened, tasks, gets, shown } = await openSaving();
    await tasks.setGate(closedGate(offline));
    opened.close();
    const showing = opened.show(sampleReport('1'));
    gets.answer(1, { failure: { code: 'unreachable' } });
    await showing;
    expect(shown()).toMatchObject({ privacy: Privacy.Public });
    expect(opened.isWaiting.value).toBe(true);
    await tasks.end('new-1', 'done', published);
    expect(shown()).toMatchObject({ report: published, isSaved: true, failure: null });
    expect(opened.change.value).toBeNull();
  });

  it('can be replaced by a change back to the former privacy', async () => {
    const { opened, tasks, asked } = await openSaving();
    await tasks.setGate(closedGate(offline));
    expect(opened.change.value).toBeNull();
    opened.choosePrivacy(Privacy.Private);
    expect(opened.change.value).toEqual({ privacy: Privacy.Private });
    await opened.save();
    expect(asked().at(-1)).toEqual([sampleReport('1'), { privacy: Privacy.Private }]);
  });

  it('stays the chosen privacy when new results are asked for as well', async () => {
    const { opened, tasks, shown } = await openTyped();
    await opened.save();
    await tasks.setGate(closedGate(offline));
    await opened.updateResults();
    expect(opened.change.value).toBeNull();
    expect(shown()).toMatchObject({ ...secret, isLeftOver: false });
  });

  it('leaves its privacy chosen but unsaved when it is taken back', async () => {
    const { tasks, shown, opened } = await openSaving();
    await tasks.end('new-1', 'cancelled');
    expect(shown()).toMatchObject({ isGone: false, privacy: Privacy.Public });
    expect(opened.change.value).toEqual({ privacy: Privacy.Public });
  });
});

describe('updating the results', () => {
  it('asks for new results alone, and keeps an unsaved privacy', async () => {
    const { opened, asked, tasks, shown } = await openReport();
    opened.choosePrivacy(Privacy.Public);
    await opened.updateResults();
    expect(asked()).toStrictEqual([[sampleReport('1'), { results: 1 }]]);
    expect(opened.isChanging.value).toBe(true);
    await tasks.end('new-1', 'done', sampleReport('1', { result: null }));
    const report = sampleDetails('1', { result: null });
    expect(shown()).toMatchObject({ report, isSaved: false, privacy: 0 });
  });

  it('ignores an answer that was asked for before the update', async () => {
    const { opened, tasks, gets } = openNothing();
    const showing = opened.show(sampleReport('1'));
    await opened.updateResults();
    const after = sampleReport('1', { result: 'bad' });
    await tasks.end('new-1', 'done', after);
    gets.answer(0, { value: sampleDetails('1') });
    await showing;
    expect(opened.open.value).toMatchObject({ report: after });
  });
});
