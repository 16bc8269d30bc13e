import { describe, expect, it } from 'vitest';
import { clickFromBefore } from '../browser/hasty-presses';
import { app, byRole, until, useService } from './app';

useService({ keepAlive: false });

describe('a page that was just reported', () => {
  it('can be updated instead, or reported again after a further press', async () => {
    const popup = await app.popup();
    expect(await popup.create()).toMatch(/^Report created/);
    await popup.press('Create report');
    await popup.says('Reported just now · ');
    const ofPage = `${byRole('region', 'This page')} ${byRole('button', 'Update results')}`;
    expect(await popup.$(ofPage)).toBeNull();
    await popup.press('Update results');
    await popup.saysNoMore('Reported just now');
    await until('it is updated', () => app.requests('PUT').length === 1);
    expect(app.requests('POST')).toHaveLength(1);
    await popup.press('Create report');
    // A click from before the question is no answer.
    await clickFromBefore(popup, 'Create another');
    await popup.nextFrames();
    await popup.press('Create another');
    await until('two are made', () => app.service.reports().length === 2);
  });
});
