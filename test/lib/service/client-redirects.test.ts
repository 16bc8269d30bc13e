import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { type Client, createClient } from '@/lib/service/client';
import { failures } from '../../service/served-failure';
import { type Service, startService } from '../../service/service';
import { draft } from '../../support/every-client-call';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService();
  client = createClient(service);
});
afterEach(() => service.behave(null));
afterAll(() => service.close());

describe('redirects', () => {
  it('tells a redirect that the browser hides from a dead line', async () => {
    const hidden = vi.fn<typeof fetch>(async (_, init) => {
      if (init?.redirect === 'follow') throw new TypeError('Failed to fetch');
      return Object.defineProperties(new Response(null), {
        type: { value: 'opaqueredirect' },
        status: { value: 0 },
      });
    });
    expect(await createClient(service, hidden).list(RECENT_REPORTS_QUERY)).toEqual({
      failure: { code: 'redirected', to: null },
    });
    expect(await createClient(service, hidden).create(draft)).toEqual({
      failure: { code: 'redirected', to: null },
    });
  });

  it('follows a read inside the service itself', async () => {
    service.behave({
      times: 1,
      fail: { ...failures.found, location: 'api/v1/reports?per_page=25' },
    });
    const list = await client.list(RECENT_REPORTS_QUERY);
    expect('value' in list && list.value.reports.length).toBeGreaterThan(10);
  });

  it('is not misled by the Location of a created report', async () => {
    const location = 'https://elsewhere.example/reports/7';
    const created = async () => Response.json({ id: 7 }, { status: 201, headers: { location } });
    expect(await createClient(service, created).create(draft)).toMatchObject({
      value: { id: '7' },
    });
  });
});
