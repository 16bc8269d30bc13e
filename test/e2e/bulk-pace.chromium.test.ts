import { describe, expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { sampleReport } from '../support/sample-report';
import { app, creation, failures, type Screen, until, useService } from './app';
import { prefer } from './prefer';

const on = { method: 'POST' };
const URLS = Array.from({ length: 12 }, (_, page) => `https://shop.example/${page}`);

useService({ keepAlive: false });

async function openBatch(id = 'b', urls = URLS): Promise<Screen> {
  await app.worker.ask('addBatch', { id, kind: 'create', privacy: 1, leftOut: {}, urls });
  return app.bulk(`#batch=${id}`);
}

describe('a batch that cannot go on at once', () => {
  it('waits each time that the service announces no requests left', async () => {
    const last = (id: number, left = '0') => {
      const headers = {
        'content-type': 'application/json',
        'x-ratelimit-remaining': left,
        'x-ratelimit-reset': '1800',
      };
      const body = JSON.stringify({ id, url: URLS[id], privacy: 1, result: 'good' });
      return { on, times: 1, fail: { kind: 'answer' as const, status: 201, headers, body } };
    };
    app.service.behave([last(0)]);
    const page = await openBatch();
    await page.says('Retrying at');
    await app.untilAtGate();
    const before = app.requests('POST').length;
    // The one beside it may have been out already.
    expect(before).toBeLessThanOrEqual(2);
    app.service.behave([last(5)]);
    await page.press('Retry now');
    await until('one more is sent', () => app.requests('POST').length > before);
    await page.says('Retrying at');
    await app.untilAtGate();
    expect(app.requests('POST')).toHaveLength(before + 1);
    app.service.behave([last(6, '59')]);
    await page.press('Retry now');
    await page.says('All done');
  });

  it('goes at the speed in the settings as soon as it is changed', async () => {
    const [first, rest] = [createGate(), createGate()];
    app.service.behave([
      { on, times: 2, gate: first },
      { on, gate: rest },
    ]);
    const page = await openBatch();
    await until('two are held', () => app.requests('POST').length === 2);
    await prefer({ creationPause: 60 });
    first.open();
    await page.says('2 of 12');
    const report = sampleReport(String(app.service.reports()[0]?.id));
    const change = async (privacy: number) => {
      const before = app.requests('PUT').length;
      await app.worker.add({ kind: 'change', report, change: { privacy } });
      await until('it is changed', () => app.requests('PUT').length > before);
    };
    await change(0);
    rest.open();
    // Changes have no pause: whatever could go out beside them has gone by then.
    await change(1);
    await change(0);
    expect(app.requests('POST').length).toBeLessThanOrEqual(4);
  });

  it('says that an earlier batch goes first', async () => {
    app.service.behave({ on, gate: createGate() });
    await openBatch();
    const later = await openBatch('c', ['https://a.example/']);
    await later.says('Another batch goes first.');
  });

  it('says that the key is refused, and is counted in the question of Disconnect', async () => {
    app.service.behave({ fail: failures.keyRefused });
    const page = await openBatch();
    await page.says('The service refused the API key');
    const options = await app.options();
    await options.press('Disconnect');
    await options.says('12 waiting reports');
  });

  it('has a line in the popup that tells until when the batch waits', async () => {
    app.service.behave({ on, fail: failures.unavailable });
    await openBatch();
    const popup = await app.popup();
    await popup.says('Many pages: 0 of 12');
    await popup.says('Retrying at ');
    await app.worker.add(creation('https://single.example/'));
    await popup.says('1 report waiting');
    expect((await popup.mainText()).split('Retrying at ')).toHaveLength(2);
  });
});
