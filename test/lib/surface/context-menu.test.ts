import { expect, it } from 'vitest';
import { menuItems } from '@/lib/surface/context-menu';

const titles = {
  page: 'Report this page',
  link: 'Report this link',
  public: 'Public',
  private: 'Private',
  password: 'Password…',
};

it('the menus offer each privacy for page and link, on web addresses alone', () => {
  const items = menuItems(titles);
  expect(items.map(({ id, parentId, title }) => [parentId, id, title])).toEqual([
    [undefined, 'report-page', 'Report this page'],
    ['report-page', 'report-page/public', 'Public'],
    ['report-page', 'report-page/private', 'Private'],
    ['report-page', 'report-page/password', 'Password…'],
    [undefined, 'report-link', 'Report this link'],
    ['report-link', 'report-link/public', 'Public'],
    ['report-link', 'report-link/private', 'Private'],
    ['report-link', 'report-link/password', 'Password…'],
  ]);
  for (const { id, contexts, documentUrlPatterns, targetUrlPatterns } of items) {
    const isLink = id.startsWith('report-link');
    expect(contexts.includes('link'), id).toBe(isLink);
    expect(isLink ? targetUrlPatterns : documentUrlPatterns, id).toEqual([
      'http://*/*',
      'https://*/*',
    ]);
  }
});
