import { describe, expect, it } from 'vitest';
import { app, bareAddress, byRole, failures, type Screen, until, useService } from './app';
import { submitForgotten, submitMany } from './states/job-states';

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
  it('Disconnect anyway on the options page', async () => {
    await submitMany(['https://one.example/'], failures.tooManyRequests);
    const options = await app.options();
    await pressKey(options, 'Disconnect');
    await pressKey(options, 'Disconnect anyway');
    await options.says('Disconnected.');
    await options.hasFocus('Report service');
  });

  it('Make it private and Publish anyway, in the form and in a report', async () => {
    const popup = await app.popup(
      `${app.service.samplePages.good}?access_token=s3cr3t-v4lu3-0f-s1gn`,
    );
    const answers = async (button: string, answer: string, next: string) => {
      await popup.choose('Public');
      await pressKey(popup, button);
      await pressKey(popup, answer);
      await popup.hasFocus(next);
    };
    await answers('Create report', 'Make it private', 'Create report');
    await answers('Create report', 'Publish anyway', 'Create report');
    // The rows move down for it.
    await popup.says('Report created');
    await popup.row(SECRET).open();
    await popup.isRead();
    await answers('Save changes', 'Make it private', 'Save changes');
    await answers('Save changes', 'Publish anyway', 'Change…');
    await until('what was agreed to is sent', () => app.requests('PUT').length === 1);
  });

  it('Save changes of a report that was deleted elsewhere, and Back to a list without it', async () => {
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
    expect(await popup.evaluate(() => document.activeElement?.localName)).toBe('h2');
    expect(await popup.names('button')).not.toContain('Copy report link');
    await pressKey(popup, 'Back');
    await popup.rows((rows) => !rows.join().includes('secret'));
    await popup.hasFocus('Recent reports');
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
