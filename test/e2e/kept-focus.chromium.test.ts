import { describe, expect, it } from 'vitest';
import { app, bareAddress, byRole, failures, type Screen, until, useService } from './app';
import { enterInAddressBar, typeInAddressBar, untilPopupTab, untilSuggested } from './browser-ui';
import { submitForgotten, submitMany } from './task-states';

const SECRET = 'https://secret.example/?access_token=s3cr3t-v4lu3-0f-s1gn-1n';

useService({
  keepAlive: false,
  reports: [
    ...Array.from({ length: 10 }, (_, number) => ({ url: `https://page-${number}.example/` })),
    { url: SECRET, privacy: 1 },
    { url: 'https://last.example/', result: 'bad' },
  ],
});

/** Presses a button by keyboard. */
async function pressKey(popup: Screen, name: string): Promise<void> {
  const button = await popup.locator(byRole('button', name)).waitHandle();
  await button.focus();
  await popup.keyboard.press('Enter');
}

describe('the focus has a sensible place after', () => {
  it('Back from a report that was opened in a tab of its own', async () => {
    await typeInAddressBar('page-5');
    const { content } = await untilSuggested('page-5');
    await enterInAddressBar(content);
    const tab = await untilPopupTab();
    await tab.shows('heading', 'page-5.example/');
    await pressKey(tab, 'Back');
    await tab.hasFocus('page-5.example/');
  });

  it('Back from a report that the list has lost meanwhile', async () => {
    const popup = await app.popupWithRows(10);
    await popup.row('page-5').open();
    await popup.hasFocus('page-5.example/');
    expect(await popup.evaluate(() => document.activeElement?.localName)).toBe('h2');
    await app.deleteElsewhere('https://page-5.example/');
    const newest = { search: '', project: '', result: null, sortBy: 'id', sort: 'desc' };
    await app.worker.ask('list', { ...newest, perPage: 10 });
    await pressKey(popup, 'Back');
    await popup.rows((rows) => !rows.join().includes('page-5'));
    await popup.hasFocus('Recent reports');
  });

  it('Show more: the first of the new rows, although an older row was known', async () => {
    const popup = await app.popupWithRows(10);
    await popup.fill('Search', 'page-0', 'searchbox');
    await popup.rows((rows) => rows.length === 1);
    await popup.clear('Search', 'searchbox');
    await popup.rows((rows) => rows.length === 10);
    await pressKey(popup, 'Show more');
    await popup.rows((rows) => rows.length === 12);
    await popup.hasFocus('page-2.example/');
  });

  it('Disconnect anyway on the options page', async () => {
    await submitMany(['https://one.example/'], failures.tooManyRequests);
    const options = await app.options();
    await pressKey(options, 'Disconnect');
    await pressKey(options, 'Disconnect anyway');
    await options.says('Disconnected.');
    await options.hasFocus('Report service');
  });

  it('Clear filters: the filter Result', async () => {
    const popup = await app.popupWithRows(10);
    await popup.pick('Result', 'Bad');
    await popup.rows((rows) => rows.length === 1);
    await pressKey(popup, 'Clear filters');
    await popup.hasFocus('All');
  });

  it.each(['Make it private', 'Publish anyway'])('%s', async (answer) => {
    const popup = await app.popup(
      `${app.service.samplePages.good}?access_token=s3cr3t-v4lu3-0f-s1gn`,
    );
    await popup.choose('Public');
    await pressKey(popup, 'Create report');
    await pressKey(popup, answer);
    await popup.hasFocus('Create report');
    // The rows move down for it.
    if (answer === 'Publish anyway') await popup.says('Report created');
    await popup.row(SECRET).open();
    await popup.isRead();
    await popup.choose('Public');
    await pressKey(popup, 'Save changes');
    await pressKey(popup, answer);
    await popup.hasFocus(answer === 'Publish anyway' ? 'Change…' : 'Save changes');
    const sent = answer === 'Publish anyway' ? 1 : 0;
    await until('what was agreed to is sent', () => app.requests('PUT').length === sent);
  });

  it('Save changes of a report that was deleted elsewhere', async () => {
    const popup = await app.popupWithRows(10);
    await popup.row(SECRET).open();
    await popup.isRead();
    await app.deleteElsewhere(SECRET);
    await popup.choose('Password');
    await popup.hasFocus('Report password');
    await popup.keyboard.type('word');
    await pressKey(popup, 'Save changes');
    await popup.says('This report is no longer on the service.');
    await popup.hasFocus(bareAddress(SECRET));
  });

  it('Discard and Edit of refused reports, and Cancel of a waiting report', async () => {
    const urls = ['https://one.example/', 'https://two.example/', 'https://three.example/'];
    await submitMany(urls, failures.invalid);
    const popup = await app.popup();
    const lines = () => popup.items('Activity');
    await until('three need a person', async () => (await lines()).length === 3);
    await pressKey(popup, 'Discard');
    await until('two are left', async () => (await lines()).length === 2);
    await popup.hasFocus('Activity');
    await pressKey(popup, 'Edit');
    await popup.hasFocus('URL');
    await until('one is left', async () => (await lines()).length === 1);
    app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    await pressKey(popup, 'Send again');
    await popup.says('Retrying at');
    await popup.hasFocus('Recent reports');
    await pressKey(popup, 'Cancel');
    await popup.saysNoMore('Retrying at');
    await popup.hasFocus('Recent reports');
  });

  it('Send without a password: the empty field', async () => {
    await submitForgotten('https://one.example/');
    const popup = await app.popup();
    await pressKey(popup, 'Send');
    await popup.says('Enter the password of this report.');
    await until('the field has the focus', () =>
      popup.evaluate(() => document.activeElement?.ariaInvalid === 'true'),
    );
    await popup.keyboard.type('x');
    expect(await popup.$('[aria-invalid=true]')).toBeNull();
  });
});
