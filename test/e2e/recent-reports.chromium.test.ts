import { describe, expect, it } from 'vitest';
import { app, byRole, failures, until, useService } from './app';

useService({ sampleReports: true });

describe('the recent reports', () => {
  it('are painted from the store while the service hangs and the worker sleeps', async () => {
    app.service.behave({ fail: failures.silence });
    await app.worker.stop();
    const popup = await app.popup();
    const rows = await until('the list is there', async () => {
      const items = await popup.items('Recent reports');
      return items.length === 10 && items;
    });
    expect(rows[0]).toContain(app.service.reports()[0]?.url);
    expect(rows[0]).toContain('No result yet');
    expect(rows[1]).toMatch(/Good Public/);
    await until('the service was asked', () => app.service.requests.at(-1)?.status === null);
    expect(await popup.items('Recent reports')).toEqual(rows);
  });

  it('stand below the name of their service, which is read apart from the product', async () => {
    const popup = await app.popup();
    const { host } = new URL(app.service.baseUrl);
    await popup.locator(byRole('heading', `SEO Reports ${host}`)).wait();
  });

  it('are refreshed from the service when the popup opens', async () => {
    app.service.add({ url: 'https://brand-new.example/' });
    const popup = await app.popup();
    await until('the new report is listed', async () =>
      (await popup.items('Recent reports'))[0]?.includes('https://brand-new.example/'),
    );
  });

  it('stay on screen, with their age, when the service fails', async () => {
    app.service.behave({ fail: failures.unavailable });
    const popup = await app.popup();
    const alert = await popup.alert();
    expect(alert).toMatch(/is unavailable \(503\)\. Try again after .+\. Results from .+\./);
    expect(alert).toContain('The service says: Down for maintenance.');
    expect(await popup.items('Recent reports')).toHaveLength(10);
    app.service.behave(null);
    await popup.press('Refresh');
    await until('the failure is gone', async () => (await popup.announcements()).alert === '');
  });
});
