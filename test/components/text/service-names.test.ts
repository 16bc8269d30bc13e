import { beforeEach, describe, expect, it } from 'vitest';
import { withoutDirectionMarks } from '@/components/text/isolation';
import { menuTitles } from '@/components/text/menu-titles';
import { notificationWords } from '@/components/text/notification-words';
import { titleIfSeveralServices } from '@/components/text/title-if-several-services';
import type { News } from '@/lib/browser-ui/report-news';
import { useMessages } from '../../support/messages';
import { sampleConnection } from '../../support/stored-connection';

beforeEach(() => useMessages('en'));

const agency = sampleConnection({ label: 'Müller & Söhne' });
const tests = sampleConnection({ id: 'b', baseUrl: 'https://test.example' });
const registerOf = (connections: (typeof agency)[], inUse: string | null = 'a') => ({
  connections,
  inUse,
  unreadable: [],
});

describe('the name of a service in menus and notifications', () => {
  it('is absent with one service, and if no service is in use', () => {
    expect(titleIfSeveralServices(undefined, null)).toBeNull();
    expect(titleIfSeveralServices(registerOf([agency]), 'a')).toBeNull();
    expect(titleIfSeveralServices(registerOf([agency, tests], null), null)).toBeNull();
  });

  it('is the title of the connection with two services', () => {
    expect(titleIfSeveralServices(registerOf([agency, tests]), 'a')).toBe('Müller & Söhne');
    expect(titleIfSeveralServices(registerOf([agency, tests]), 'b')).toBe('test.example');
  });
});

describe('the titles of the context menu', () => {
  it('name no service with one service', () => {
    const { page, link } = menuTitles(null);
    expect([page, link]).toEqual(['Report this page', 'Report this link']);
  });

  it('name the service in use', () => {
    const titles = Object.values(menuTitles('test.example')).map(withoutDirectionMarks);
    const [page, link, ...privacies] = titles;
    expect(page).toBe('Report this page on test.example');
    expect(link).toBe('Report this link on test.example');
    expect(privacies).toEqual(Object.values(menuTitles(null)).slice(2));
  });

  it('show an ampersand and "%s" of a name as they are', () => {
    const { page } = menuTitles('A & B 100%s');
    expect(page).toContain('A && B 100');
    expect(page).not.toContain('%s');
  });
});

describe('the words of a notification', () => {
  const host = 'shop.example';
  const failed = { high: 0, medium: 0, low: 0 };
  const created: News = { kind: 'created', host, result: 'good', score: 87, failed };
  const batch: News = { kind: 'batch', done: 12, failed: 0 };
  const failure = { code: 'refused', status: 422, message: 'Quota used up', fields: {} } as const;
  const paused: News = { kind: 'paused', failure };

  it.each([
    ['a report', created, host],
    ['a report without a host', { ...created, host: null }, 'SEO Reports'],
    ['a batch', batch, 'SEO Reports'],
    ['a pause', paused, 'Quota used up'],
  ])('about %s name no service with one service', (_, news, message) => {
    expect(notificationWords(news, null).message).toBe(message);
  });

  it.each([
    ['a report', created, [host, 'Service: test.example']],
    ['a report without a host', { ...created, host: null }, ['Service: test.example']],
    ['a batch', batch, ['Service: test.example']],
    ['a pause', paused, ['Quota used up', 'Service: test.example']],
  ])('about %s name the service with several services', (_, news, lines) => {
    const { title, message } = notificationWords(news, 'test.example');
    expect(title).toBe(notificationWords(news, null).title);
    expect(withoutDirectionMarks(message).split('\n')).toEqual(lines);
  });
});
