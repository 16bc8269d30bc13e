import { describe, expect, it } from 'vitest';
import { announcements } from '../browser/announcements';
import { until } from '../browser/condition';
import { byRole, itemsOf, press } from '../browser/roles';
import { failures } from '../service/served-failure';
import { openPopup, service, stage, useService } from './fixture';
import { untilAlert } from './popup-reading';

useService({ sampleReports: true });

describe('the recent reports', () => {
  it('are painted from the store while the service hangs and the worker sleeps', async () => {
    service.behave({ fail: failures.silence });
    await stage.stopWorker();
    const popup = await openPopup();
    const rows = await until('the list is there', async () => {
      const items = await itemsOf(popup, 'Recent reports');
      return items.length === 10 && items;
    });
    expect(rows[0]).toContain(service.reports()[0]?.url);
    expect(rows[0]).toContain('No result yet');
    expect(rows[1]).toMatch(/Good Public/);
    await until('the service was asked', () => service.requests.at(-1)?.status === null);
    expect(await itemsOf(popup, 'Recent reports')).toEqual(rows);
  });

  it('stand below the name of their service, which is read apart from the product', async () => {
    const popup = await openPopup();
    const { host } = new URL(service.baseUrl);
    await popup.locator(byRole('heading', `SEO Reports ${host}`)).wait();
  });

  it('are refreshed from the service when the popup opens', async () => {
    service.add({ url: 'https://brand-new.example/' });
    const popup = await openPopup();
    await until('the new report is listed', async () =>
      (await itemsOf(popup, 'Recent reports'))[0]?.includes('https://brand-new.example/'),
    );
  });

  it('stay on screen, with their age, when the service fails', async () => {
    service.behave({ fail: failures.unavailable });
    const popup = await openPopup();
    const alert = await untilAlert(popup);
    expect(alert).toMatch(/is unavailable \(503\)\. Try again after .+\. Results from .+\./);
    expect(alert).toContain('The service says: Down for maintenance.');
    expect(await itemsOf(popup, 'Recent reports')).toHaveLength(10);
    service.behave(null);
    await press(popup, 'Refresh');
    await until('the failure is gone', async () => (await announcements(popup)).alert === '');
  });
});
