import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { announcements } from '../browser/announcements';
import { until } from '../browser/condition';
import { closePopup } from '../browser/popup';
import { byRole, fill, press } from '../browser/roles';
import { failures } from '../service/served-failure';
import { openPopup, openPopupAgain, requestsBy, service, stage, useService } from './fixture';
import { create, fieldText, mainText, untilAlert, untilSaid } from './popup-reading';

useService();

async function checkedPrivacy(popup: Page): Promise<string> {
  return popup.$eval(':checked', (radio) => radio.closest('label')?.textContent ?? '');
}

describe('the form', () => {
  it('survives the popup closing, the password excepted', async () => {
    const popup = await openPopup();
    await fill(popup, 'URL', 'https://half.example/typed');
    await popup.locator(byRole('radio', 'Password')).click();
    await fill(popup, 'Report password', 'not to be kept');
    await closePopup(popup);

    const again = await openPopupAgain();
    expect(await fieldText(again, 'URL')).toBe('https://half.example/typed');
    expect(await checkedPrivacy(again)).toBe('Password');
    expect(await fieldText(again, 'Report password')).toBe('');
  });

  it('begins anew on another page, and after its report was created', async () => {
    const popup = await openPopup();
    await fill(popup, 'URL', 'https://half.example/typed');
    const other = await stage.openPopupOn(service.samplePages.bad);
    expect(await fieldText(other.popup, 'URL')).toBe(service.samplePages.bad);
    await other.page.close();

    const again = await openPopupAgain();
    await press(again, 'Create report');
    await until('it is created', () => service.reports().length === 1);
    await until('the popup says so', async () => (await announcements(again)).status !== '');
    await closePopup(again);
    const last = await openPopupAgain();
    expect(await fieldText(last, 'URL')).toBe(service.samplePages.good);
  });

  it.each(['about:blank', 'chrome://version/', 'data:text/html,hello'])(
    'says that %s cannot be reported and takes another address',
    async (url) => {
      const popup = await openPopup(url);
      expect(await mainText(popup)).toContain("This page can't be reported.");
      expect(await fieldText(popup, 'URL')).toBe('');
      await fill(popup, 'URL', 'https://typed.example/');
      expect(await create(popup)).toContain('Report created');
      expect(service.reports()[0]?.url).toBe('https://typed.example/');
    },
  );

  it('never sends the user info of an address, and says what it sends', async () => {
    const popup = await openPopup();
    await fill(popup, 'URL', ' https://name:secret@bücher.example/straße ');
    const sent = 'https://xn--bcher-kva.example/stra%C3%9Fe';
    expect(await mainText(popup)).toContain(`Will be sent as ${sent}`);
    await press(popup, 'Create report');
    await until('it is created', () => service.reports().length === 1);
    expect(service.reports()[0]?.url).toBe(sent);
    expect(JSON.stringify(service.requests)).not.toContain('secret');
  });

  it('takes an address without a scheme at one press', async () => {
    const popup = await openPopup();
    await fill(popup, 'URL', 'typed.example/page');
    expect(await mainText(popup)).toContain('Will be sent as https://typed.example/page');
    await press(popup, 'Create report');
    await until('it is created', () => service.reports().length === 1);
    expect(service.reports()[0]?.url).toBe('https://typed.example/page');
    expect(await fieldText(popup, 'URL')).toBe('https://typed.example/page');
  });

  it('moves nothing under the mouse while a button is pressed', async () => {
    const popup = await openPopup();
    await fill(popup, 'URL', 'typed.example/page');
    const button = await popup.locator(byRole('button', 'Create report')).waitHandle();
    const { x, y } = await button.clickablePoint();
    await popup.mouse.move(x, y);
    await popup.mouse.down();
    await popup.evaluate(() => new Promise(requestAnimationFrame));
    expect(await fieldText(popup, 'URL')).toBe('typed.example/page');
    expect(await button.clickablePoint()).toEqual({ x, y });
    await popup.mouse.up();
    await until('it is created', () => service.reports().length === 1);
  });

  it('writes an address out when its field is left', async () => {
    const popup = await openPopup();
    await fill(popup, 'URL', 'localhost:8000/page');
    await popup.keyboard.press('Tab');
    expect(await fieldText(popup, 'URL')).toBe('http://localhost:8000/page');
  });

  it.each([
    ['/pages/relative', 'Enter a full address'],
    ['javascript:alert(1)', 'Only web pages can be reported.'],
  ])('says at the field what is wrong with %j and sends nothing', async (url, sentence) => {
    const popup = await openPopup();
    await fill(popup, 'URL', url);
    await press(popup, 'Create report');
    await untilSaid(popup, sentence);
    expect(requestsBy('POST')).toEqual([]);
  });

  it('sends an address of 5,000 characters whole', async () => {
    const url = `https://long.example/?q=${'x'.repeat(4976)}`;
    const popup = await openPopup();
    await fill(popup, 'URL', url);
    await press(popup, 'Create report');
    await until('it is created', () => service.reports()[0]?.url === url);
  });

  it("shows the service's own words at the field and keeps all that was typed", async () => {
    service.behave({ on: { method: 'POST' }, fail: failures.invalid });
    const popup = await openPopup();
    await popup.locator(byRole('radio', 'Password')).click();
    await fill(popup, 'Report password', 'short');
    await press(popup, 'Create report');
    await untilAlert(popup);
    const text = await mainText(popup);
    expect(text).toContain('This address cannot be analysed. Its host does not exist.');
    expect(text).toContain('This password is too short.');
    expect(await fieldText(popup, 'Report password')).toBe('short');
    expect(await fieldText(popup, 'URL')).toBe(service.samplePages.good);

    service.behave(null);
    await press(popup, 'Create report');
    await until('it is created', () => service.reports()[0]?.password === 'short');
  });

  it('makes a strong password and copies it', async () => {
    const popup = await openPopup();
    await popup.locator(byRole('radio', 'Password')).click();
    await press(popup, 'Make a strong password');
    const password = await fieldText(popup, 'Report password');
    expect(password).toMatch(/^[A-Za-z2-9]{20}$/);
    await press(popup, 'Copy password');
    await until('the popup says so', async () =>
      (await announcements(popup)).status.includes('Password copied'),
    );
    await press(popup, 'Create report');
    await until('it is created', () => service.reports()[0]?.password === password);
  });
});
