import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { Failure } from '@/lib/failure';
import { fakeBackground } from '../../../support/page-view';
import { drawReports } from '../../../support/reports-view';
import { all, one, press, type, useEnglish } from '../../../support/view';
import { waitUntil } from '../../../support/wait-until';

beforeEach(useEnglish);

const WORDS: [failure: Failure, words: string][] = [
  [{ code: 'tooManyRequests', retryAt: null, message: null }, 'The site answered with error 429.'],
  [{ code: 'refused', status: 401, message: null }, 'The site asks for a user name and password.'],
  [{ code: 'timedOut', seconds: 30 }, "The site didn't answer in time."],
  [
    { code: 'redirected', to: 'https://other.example/' },
    'The site redirects to https://other.example/',
  ],
  [{ code: 'unreachable' }, "It couldn't be reached."],
];

describe('the messages of a source', () => {
  it('name the reason for each file of a sitemap that could not be read', async () => {
    fakeBrowser.permissions.request = (async () => true) as never;
    const unread = WORDS.map(([failure], index) => ({
      url: `https://shop.example/${index}.xml`,
      failure,
    }));
    const readSitemap = async () => ({
      value: {
        addresses: [],
        files: 1,
        forbidden: [],
        twins: [],
        unread,
        unreadCount: unread.length,
        isUsualPlace: false,
        end: 'complete' as const,
      },
    });
    await drawReports({ background: fakeBackground({ readSitemap }) });
    await press('Report many pages');
    await press('Sitemap', 'tab');
    await type('Sitemap address', 'https://shop.example/sitemap.xml');
    const panel = await one('tabpanel', 'Sitemap');
    panel.querySelector('form')?.requestSubmit();
    const lines = await waitUntil(() => {
      const items = all('listitem', undefined, panel);
      expect(items).toHaveLength(WORDS.length);
      return items.map(({ textContent }) => textContent?.replaceAll(/[\u2066-\u2069]/g, ''));
    });
    for (const [index, [, words]] of WORDS.entries()) {
      expect(lines[index]).toContain(`/${index}.xml`);
      expect(lines[index]).toContain(words);
    }
  });
});
