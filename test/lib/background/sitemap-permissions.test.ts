import { beforeEach, expect, it, vi } from 'vitest';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient } from '../../support/fake-client';
import { replaceGlobal } from '../../support/replace-global';
import { indexOf, sitemapOf } from '../../support/sitemap-files';
import { storeConnection } from '../../support/stored-connection';
import { createTestBackground } from '../../support/test-background';

const SERVICE = 'https://reports.example';
const FILES: Record<string, string> = {
  'https://a.example/index.xml': indexOf([
    ...['https://a.example:8443/own.xml', 'https://b.example/b.xml', `${SERVICE}/c.xml`],
    'https://a.example/a.xml',
  ]),
  'https://a.example/a.xml': sitemapOf(['https://a.example/1']),
  'https://b.example/b.xml': sitemapOf(['https://b.example/2']),
  [`${SERVICE}/c.xml`]: sitemapOf([`${SERVICE}/3`]),
};

/** Starts a background whose browser allows the hosts of sitemaps and of the service, on all ports. */
async function startBackground() {
  await storeConnection({ baseUrl: `${SERVICE}/s` });
  const requested: string[] = [];
  replaceGlobal('fetch', async (url: string) => {
    requested.push(url);
    return new Response(FILES[url] ?? '', { status: url in FILES ? 200 : 404 });
  });
  const permissions = {
    has: async () => true,
    remove: vi.fn(async (_: string) => {}),
    allowedHosts: async () => ['https://a.example/*', 'https://b.example/*', `${SERVICE}/*`],
  };
  const { api } = createTestBackground({
    permissions,
    clientFor: () => createFakeClient(),
    isOnline: () => false,
  });
  return { api, permissions, requested };
}

beforeEach(emptyBrowser);

// langchain-ai/langchain#38814, Auriti-Labs/geo-optimizer-skill#6 and #57.
it('a sitemap is read only from its own origin, even if other hosts are allowed', async () => {
  const { api, permissions, requested } = await startBackground();
  const { value } = (await api.readSitemap('https://a.example/index.xml', [])) as { value: object };
  expect(requested).toEqual(['https://a.example/index.xml', 'https://a.example/a.xml']);
  expect(value).toMatchObject({
    addresses: ['https://a.example/1'],
    forbidden: [
      { origin: 'https://a.example:8443', files: 1 },
      { origin: 'https://b.example', files: 1 },
      { origin: SERVICE, files: 1 },
    ],
  });
  expect(permissions.remove.mock.calls).toEqual([['https://a.example']]);
});

it('allowed origins are read, and their permissions are removed except for the service', async () => {
  const { api, permissions } = await startBackground();
  const origins = ['https://b.example', SERVICE];
  const { value } = (await api.readSitemap('https://a.example/index.xml', origins)) as {
    value: { addresses: string[] };
  };
  const read = ['https://a.example/1', 'https://b.example/2', `${SERVICE}/3`];
  expect(value.addresses.toSorted()).toEqual(read);
  expect(permissions.remove.mock.calls).toEqual([['https://a.example'], ['https://b.example']]);
});
