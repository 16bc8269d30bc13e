import { describe, expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { laterAgain } from '../service/served-failure';
import { app, creation, failures, type Screen, until, useService } from './app';

const on = { method: 'POST' };
const URLS = Array.from({ length: 12 }, (_, page) => `https://shop.example/${page}`);

useService({ keepAlive: false });

async function openBatch(id = 'b', urls = URLS): Promise<Screen> {
  await app.worker.addBatch(id, urls);
  return app.batches(`#batch=${id}`);
}

describe('a batch that cannot go on at once', () => {
  it('waits each time that the service takes no more for now', async () => {
    const full = laterAgain(failures.tooManyRequests, 1800);
    app.service.behave([
      { on, times: 3 },
      { on, fail: full },
    ]);
    const page = await openBatch();
    await page.says('Retrying at');
    await app.untilBackoff();
    const made = app.service.reports().length;
    const before = app.requests('POST').length;
    await page.press('Retry now');
    await until('one more is sent', () => app.requests('POST').length > before);
    await page.says('Still unavailable. Next try at');
    await app.untilBackoff();
    expect(app.requests('POST')).toHaveLength(before + 1);
    expect(app.service.reports()).toHaveLength(made);
    app.service.behave(null);
    await page.press('Retry now');
    await page.says('All done');
  });

  it('says that an earlier batch goes first', async () => {
    app.service.behave({ on, gate: createGate() });
    await openBatch();
    const later = await openBatch('c', ['https://a.example/']);
    await later.says('Another batch goes first.');
  });

  it('has a line in the popup that tells until when the batch waits', async () => {
    app.service.behave({ on, fail: failures.unavailable });
    await openBatch();
    const popup = await app.popup();
    await popup.says('Many pages: 0 of 12');
    await popup.says('Retrying at ');
    await app.worker.add(creation('https://single.example/'));
    await popup.says('Waiting: single.example/');
    expect((await popup.mainText()).split('Retrying at ')).toHaveLength(2);
  });
});
