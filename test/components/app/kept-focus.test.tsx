import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { failures } from '../../service/served-failure';
import { openAtService } from '../../support/at-service';
import {
  all,
  expectFocus,
  itemsOf,
  openReport,
  press,
  row,
  says,
  saysNoMore,
  type,
  useEnglish,
} from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const on = { method: 'POST' };
const SECRET = 'https://secret.example/?access_token=s3cr3t-v4lu3-0f-s1gn-1n';

beforeEach(useEnglish);

async function focusAndPress(name: string): Promise<void> {
  const button = await waitUntil(() => {
    const [first] = all('button', name);
    if (first === undefined) expect.fail(`There is no button ${name}.`);
    return first;
  });
  button.focus();
  button.click();
}

describe('the focus of an element that disappears', () => {
  it('moves from Disconnect anyway to the heading of its section', async () => {
    const extension = await openAtService();
    extension.service.behave({ on, fail: failures.tooManyRequests });
    await extension.createAll('https://one.example/');
    await extension.untilBackoff();
    await extension.openOptions();
    await focusAndPress('Disconnect');
    await focusAndPress('Disconnect anyway');
    await says('Disconnected.');
    await expectFocus('Services');
  });

  it('moves from Make it private and Publish anyway to the button of the form', async () => {
    const extension = await openAtService();
    await extension.openPopup({ url: SECRET });
    for (const answer of ['Make it private', 'Publish anyway']) {
      await press('Public', 'radio');
      await focusAndPress('Create report');
      await focusAndPress(answer);
      await expectFocus('Create report');
    }
    await says('Report created');
    expect(extension.service.reports()).toMatchObject([{ url: SECRET, privacy: 0 }]);
  });

  it('moves in a report from Make it private to Save changes, and from Publish anyway to Change…', async () => {
    const extension = await openAtService([{ url: SECRET, privacy: 1 }]);
    await extension.openPopup();
    await openReport('secret.example');
    // The heading takes the focus after the next frame.
    await expectFocus('secret.example');
    await press('Change…');
    for (const [answer = '', next = ''] of [
      ['Make it private', 'Save changes'],
      ['Publish anyway', 'Change…'],
    ]) {
      await press('Public', 'radio');
      await focusAndPress('Save changes');
      await focusAndPress(answer);
      await expectFocus(next);
    }
    await waitUntil(() => expect(extension.service.reports()).toMatchObject([{ privacy: 0 }]));
    expect(extension.requests('PUT')).toHaveLength(1);
  });

  it('moves from Save changes to the heading if the report is gone, and from Back to the list', async () => {
    const extension = await openAtService([
      { url: 'https://one.example/' },
      { url: SECRET, privacy: 1 },
    ]);
    await extension.openPopup();
    await openReport('secret.example');
    // The heading takes the focus after the next frame.
    await expectFocus('secret.example');
    extension.service.behave({ on: { method: 'PUT' }, fail: failures.notFound });
    await press('Change…');
    await press('Password', 'radio');
    await type('Report password', 'word');
    await focusAndPress('Save changes');
    await says('This report is no longer on the service.');
    await expectFocus('secret.example');
    expect(document.activeElement?.localName).toBe('h2');
    expect(all('button', 'Copy report link')).toEqual([]);
    await focusAndPress('Back');
    await row('one.example');
    await expectFocus('Recent reports');
    expect(document.querySelectorAll('.rows .row')).toHaveLength(1);
  });

  it('moves from Discard to the lines, from Edit to the form, and from Cancel to the reports', async () => {
    const urls = ['https://one.example/', 'https://two.example/', 'https://three.example/'];
    const extension = await openAtService();
    extension.service.behave({ on, fail: failures.invalid });
    await extension.createAll(...urls);
    await extension.openPopup();
    await waitUntil(() => expect(all('button', 'Discard')).toHaveLength(3));
    await focusAndPress('Discard');
    await waitUntil(() => expect(all('button', 'Discard')).toHaveLength(2));
    await expectFocus('Activity');
    await focusAndPress('Edit');
    await expectFocus('URL');
    await waitUntil(() => expect(all('button', 'Discard')).toHaveLength(1));
    extension.service.behave({ on, fail: failures.tooManyRequests });
    await focusAndPress('Send again');
    await says('Retrying at');
    await expectFocus('Recent reports');
    await focusAndPress('Cancel');
    await saysNoMore('Retrying at');
    await expectFocus('Recent reports');
    expect(itemsOf('Activity')).toEqual([]);
  });

  it('moves from Send without a password to the empty field', async () => {
    const extension = await openAtService();
    const { queue, connectionId, api } = extension;
    extension.service.behave({ on, fail: failures.tooManyRequests });
    const subjects = [{ kind: 'create', url: 'https://one.example/', privacy: 2 }] as const;
    await api.createJob(connectionId, { id: 'locked', subjects, password: 'open sesame' });
    await extension.untilBackoff();
    const stored = Object.keys(await fakeBrowser.storage.session.get());
    await fakeBrowser.storage.session.remove(stored.filter((key) => key.includes('password/')));
    extension.service.behave(null);
    await api.retryNow(connectionId);
    await waitUntil(async () => expect((await queue()).all.needsAttention).toBe(1));
    await extension.openPopup();
    await focusAndPress('Send');
    await says('Enter the password of this report.');
    await waitUntil(() =>
      expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'),
    );
    await type((document.activeElement as HTMLInputElement).labels?.[0]?.textContent ?? '', 'x');
    await waitUntil(() => expect(document.querySelector('[aria-invalid=true]')).toBeNull());
  });
});
