import { describe, expect, it } from 'vitest';
import { app, byRole, failures, until, useService } from './app';

useService();

describe('the form', () => {
  it('survives the popup closing, the password excepted, and begins anew elsewhere', async () => {
    const popup = await app.popup();
    await popup.fill('URL', 'https://half.example/typed');
    await popup.choose('Password');
    await popup.fill('Report password', 'not to be kept');
    await popup.leave();
    const other = await app.stage.openPopupOn(app.service.samplePages.bad);
    expect(await other.popup.value('URL')).toBe(app.service.samplePages.bad);
    await other.page.close();

    const again = await app.popupAgain();
    expect(await again.value('URL')).toBe('https://half.example/typed');
    expect(await again.value('Report password')).toBe('');
    await again.fill('Report password', 'another');
    expect(await again.create()).toContain('Report created');
    expect(app.service.reports()[0]).toMatchObject({ privacy: 2, password: 'another' });
    await again.leave();
    expect(await (await app.popupAgain()).value('URL')).toBe(app.service.samplePages.good);
  });

  it.each(['about:blank', 'chrome://version/', 'data:text/html,hello'])(
    'says that %s cannot be reported and takes another address',
    async (url) => {
      const popup = await app.popup(url);
      expect(await popup.mainText()).toContain("This page can't be reported.");
      expect(await popup.value('URL')).toBe('');
      await popup.fill('URL', 'https://typed.example/');
      expect(await popup.create()).toContain('Report created');
      expect(app.service.reports()[0]?.url).toBe('https://typed.example/');
    },
  );

  it.each([
    [' https://name:secret@bücher.example/straße ', 'https://xn--bcher-kva.example/stra%C3%9Fe'],
    ['typed.example/page', 'https://typed.example/page'],
  ])('says what it sends for %j, at one press', async (typed, sent) => {
    const popup = await app.popup();
    await popup.fill('URL', typed);
    expect(await popup.mainText()).toContain(`Will be sent as ${sent}`);
    await popup.create();
    expect(app.service.reports()[0]?.url).toBe(sent);
    expect(await popup.value('URL')).toBe(sent);
    expect(JSON.stringify(app.service.requests)).not.toContain('secret');
  });

  it('moves nothing under the mouse while a button is pressed', async () => {
    const popup = await app.popup();
    await popup.fill('URL', 'typed.example/page');
    const button = await popup.locator(byRole('button', 'Create report')).waitHandle();
    const { x, y } = await button.clickablePoint();
    await popup.mouse.move(x, y);
    await popup.mouse.down();
    await popup.nextFrames();
    expect(await popup.value('URL')).toBe('typed.example/page');
    expect(await button.clickablePoint()).toEqual({ x, y });
    await popup.mouse.up();
    await until('it is created', () => app.service.reports().length === 1);
  });

  it('says at the field what is wrong with an address and sends nothing', async () => {
    const popup = await app.popup();
    for (const [url, sentence] of [
      ['/pages/relative', 'Enter a full address'],
      ['javascript:alert(1)', 'Only web pages can be reported.'],
      [`https://a.example/?${'x'.repeat(8_000)}`, 'This address is too long.'],
    ] as const) {
      await popup.fill('URL', url);
      await popup.press('Create report');
      await popup.says(sentence);
      expect(await popup.value('URL')).toBe(url);
    }
    await popup.fill('URL', 'https://a.example/');
    await popup.create();
    expect(app.requests('POST')).toHaveLength(1);
  });

  it("shows the service's own words at the field and keeps all that was typed", async () => {
    app.service.behave({ on: { method: 'POST' }, fail: failures.invalid });
    const popup = await app.popup();
    await popup.choose('Password');
    await popup.fill('Report password', 'short');
    await popup.press('Create report');
    await popup.alert();
    const text = await popup.mainText();
    expect(text).toContain('This address cannot be analysed. Its host does not exist.');
    expect(text).toContain('This password is too short.');
    expect(await popup.value('Report password')).toBe('short');
    expect(await popup.value('URL')).toBe(app.service.samplePages.good);

    app.service.behave(null);
    await popup.create();
    expect(app.service.reports()[0]?.password).toBe('short');
  });

  it('writes an address out when its field is left, makes a strong password and copies it', async () => {
    const popup = await app.popup();
    await popup.fill('URL', 'localhost:8000/page');
    await popup.keyboard.press('Tab');
    expect(await popup.value('URL')).toBe('http://localhost:8000/page');
    await popup.choose('Password');
    await popup.press('Make a strong password');
    const password = await popup.value('Report password');
    expect(password).toMatch(/^[A-Za-z2-9]{20}$/);
    await popup.press('Copy password');
    await popup.says('Password copied');
    await popup.create();
    expect(app.service.reports()[0]?.password).toBe(password);
  });
});
