import { describe, expect, it } from 'vitest';
import { app, byRole, until, useService } from './app';

const PAGE = 'https://clinic.example/';

useService();

/** Opens a report that holds what is given besides the fields of the interface. */
async function openWith(content: Record<string, unknown>) {
  app.service.add({ url: PAGE, generated_at: '2026-10-05T08:00:00Z', result: 'good' });
  app.service.behave({ shape: { content } });
  const popup = await app.popupWithRows(1);
  await popup.row(PAGE).open();
  await popup.isRead();
  return popup;
}

describe('an open report', () => {
  it('says at once why a check failed, and folds passed checks', async () => {
    const popup = await openWith({
      results: {
        '404_page': { passed: false, importance: 'low', value: null },
        load_time: {
          passed: false,
          importance: 'high',
          value: 3.4,
          errors: { too_slow: { max: 2 } },
        },
        title: { passed: true, importance: 'high', value: 'Clinic' },
      },
    });
    const checks = await popup.items('Checks');
    expect(checks[0]).toMatch(/^High 1 .*Load time Performance Too slow: 3\.4 sec, at most 2 sec/);
    expect(checks[1]).toMatch(/^Low 1 .*404 page SEO/);
    expect(checks).toHaveLength(2);
    await popup.says('2 failed: 1 high, 0 medium, 1 low · 1 passed');
    await popup.says('SEO 1 · Title');
  });

  it('tells first how its page has changed since the result before, even of another report', async () => {
    app.service.add({ url: PAGE, generated_at: '2026-09-13T08:00:00Z', result: 'decent' });
    app.service.add({ url: PAGE, generated_at: '2026-10-05T08:00:00Z', result: 'good' });
    const popup = await app.popupWithRows(2);
    await popup.row('').open();
    await until('the change is told', async () =>
      /Since Sep 13: \d+ → \d+.*(New|Fixed)/.test(await popup.mainText()),
    );
    await popup.press('Back');
    await popup.row('Decent').open();
    await popup.isRead();
    expect(await popup.$(byRole('region', 'What changed'))).toBeNull();
  });

  it('forgets a privacy and a password that were not saved, which are stored nowhere', async () => {
    app.service.add({ url: PAGE, privacy: 1 });
    const popup = await app.popupWithRows(1);
    await popup.row(PAGE).open();
    await popup.isRead();
    await popup.choose('Password');
    await popup.press('Make a strong password');
    const password = await popup.value('Report password');
    await popup.press('Back');
    await popup.row(PAGE).open();
    await popup.isRead();
    expect(await popup.names('radio')).toEqual([]);
    await popup.press('Change…');
    await popup.shows('radio', 'Private');
    expect(await popup.$eval(':checked', ({ parentElement }) => parentElement?.textContent)).toBe(
      'Private',
    );
    await popup.choose('Password');
    expect(await popup.value('Report password')).toBe('');
    expect(await app.worker.placesOf(password)).toEqual([]);
  });

  it('shows all of a long address at a press', async () => {
    app.service.add({ url: `${PAGE}?${'q=sourdough&'.repeat(60)}` });
    const popup = await app.popupWithRows(1);
    await popup.row(PAGE).open();
    await popup.isRead();
    const height = () => popup.$eval('h2.report-url', (heading) => heading.clientHeight);
    const cut = await height();
    await popup.press('Show all');
    await popup.shows('button', 'Show less');
    expect(await height()).toBeGreaterThan(cut);
  });

  it('does not say that results were updated when its first result comes', async () => {
    app.service.behave({ analysis: 'later' });
    const popup = await app.popup();
    await popup.create();
    await popup.rows((rows) => rows.length === 1);
    await popup.says('This page');
    await popup.row('').open();
    await popup.says('No result yet');
    await app.service.finishAnalyses();
    await popup.says('Good');
    await popup.isRead();
    expect(await popup.mainText()).not.toContain('Results updated');
  });
});
