import { describe, expect, it } from 'vitest';
import { createGate } from '../../service/gate';
import { app, bareAddress, failures, inChromium, until, useService } from '../app';

useService({ keepAlive: false });

const inOneBrowser = inChromium('the browsers do not differ here');

async function pressAndClose() {
  const popup = await app.popup();
  await popup.press('Create report');
  await until('the request is sent', () => app.requests('POST').length === 1);
  await popup.closeAfterWrites();
}

describe('a creation in flight', () => {
  inOneBrowser('is shown in a later popup, with a refusal and Edit', async () => {
    const page = app.service.samplePages.good;
    const gate = createGate();
    app.service.behave({ on: { method: 'POST' }, times: 1, gate, fail: failures.invalid });
    await pressAndClose();
    const again = await app.popupAgain();
    await again.says('Creating report…');
    gate.open();
    await again.says(`${bareAddress(page)} wasn't reported`);
    await again.says('The url field must be a valid URL.');
    await again.press('Edit');
    expect(await again.value('URL')).toBe(page);
    expect(await again.create()).toContain('Report created');
    await again.queueEnds();
    expect(app.service.reports()).toHaveLength(1);
  });

  inOneBrowser('is looked up by its address without the query if its answer was lost', async () => {
    const page = app.service.samplePages.good;
    const popup = await app.popup(`${page}?token=3f2a9b1c#part`);
    app.service.behave({ on: { method: 'POST' }, fail: failures.cutAfterWork });
    await popup.press('Create report');
    await popup.says('Report created · Good');
    expect(app.service.reports()).toHaveLength(1);
    expect(app.requests('POST')).toHaveLength(1);
    const queries = app.service.requests.map(({ search }) => search);
    const searches = queries.map((search) => new URLSearchParams(search).get('search') ?? '');
    expect(searches.map(bareAddress)).toContain(bareAddress(page));
    expect(queries.join()).not.toContain('token');
  });

  it('is found in the list if the worker was stopped before the answer', async () => {
    app.service.behave({ on: { method: 'POST' }, fail: failures.silenceAfterWork });
    await pressAndClose();
    await until('the report is created', () => app.service.reports().length === 1);
    await app.worker.stop();
    const again = await app.popupAgain();
    await again.untilRows((rows) => rows.length === 1);
    await again.queueEnds();
    expect(app.service.reports()).toHaveLength(1);
    expect(app.requests('POST')).toHaveLength(1);
  });
});
