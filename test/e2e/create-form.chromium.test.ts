import { describe, expect, it } from 'vitest';
import { app, byRole, failures, type Screen, until, useService } from './app';

useService();

async function checkedPrivacy(popup: Screen): Promise<string> {
  return popup.$eval(':checked', (radio) => radio.closest('label')?.textContent ?? '');
}

describe('the form', () => {
  it('survives the popup closing, the password excepted', async () => {
    const popup = await app.popup();
    await popup.fill('URL', 'https://half.example/typed');
    await popup.locator(byRole('radio', 'Password')).click();
    await popup.fill('Report password', 'not to be kept');
    await popup.leave();

    const again = await app.popupAgain();
    expect(await again.value('URL')).toBe('https://half.example/typed');
    expect(await checkedPrivacy(again)).toBe('Password');
    expect(await again.value('Report password')).toBe('');
  });

  it('begins anew on another page, and after its report was created', async () => {
    const popup = await app.popup();
    await popup.fill('URL', 'https://half.example/typed');
    const other = await app.stage.openPopupOn(app.service.samplePages.bad);
    expect(await other.popup.value('URL')).toBe(app.service.samplePages.bad);
    await other.page.close();

    const again = await app.popupAgain();
    await again.press('Create report');
    await until('it is created', () => app.service.reports().length === 1);
    await until('the popup says so', async () => (await again.announcements()).status !== '');
    await again.leave();
    const last = await app.popupAgain();
    expect(await last.value('URL')).toBe(app.service.samplePages.good);
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

  it('never sends the user info of an address, and says what it sends', async () => {
    const popup = await app.popup();
    await popup.fill('URL', ' https://name:secret@bücher.example/straße ');
    const sent = 'https://xn--bcher-kva.example/stra%C3%9Fe';
    expect(await popup.mainText()).toContain(`Will be sent as ${sent}`);
    await popup.press('Create report');
    await until('it is created', () => app.service.reports().length === 1);
    expect(app.service.reports()[0]?.url).toBe(sent);
    expect(JSON.stringify(app.service.requests)).not.toContain('secret');
  });

  it('takes an address without a scheme at one press', async () => {
    const popup = await app.popup();
    await popup.fill('URL', 'typed.example/page');
    expect(await popup.mainText()).toContain('Will be sent as https://typed.example/page');
    await popup.press('Create report');
    await until('it is created', () => app.service.reports().length === 1);
    expect(app.service.reports()[0]?.url).toBe('https://typed.example/page');
    expect(await popup.value('URL')).toBe('https://typed.example/page');
  });

  it('moves nothing under the mouse while a button is pressed', async () => {
    const popup = await app.popup();
    await popup.fill('URL', 'typed.example/page');
    const button = await popup.locator(byRole('button', 'Create report')).waitHandle();
    const { x, y } = await button.clickablePoint();
    await popup.mouse.move(x, y);
    await popup.mouse.down();
    await popup.evaluate(() => new Promise(requestAnimationFrame));
    expect(await popup.value('URL')).toBe('typed.example/page');
    expect(await button.clickablePoint()).toEqual({ x, y });
    await popup.mouse.up();
    await until('it is created', () => app.service.reports().length === 1);
  });

  it('writes an address out when its field is left', async () => {
    const popup = await app.popup();
    await popup.fill('URL', 'localhost:8000/page');
    await popup.keyboard.press('Tab');
    expect(await popup.value('URL')).toBe('http://localhost:8000/page');
  });

  it.each([
    ['/pages/relative', 'Enter a full address'],
    ['javascript:alert(1)', 'Only web pages can be reported.'],
  ])('says at the field what is wrong with %j and sends nothing', async (url, sentence) => {
    const popup = await app.popup();
    await popup.fill('URL', url);
    await popup.press('Create report');
    await popup.says(sentence);
    expect(app.requests('POST')).toEqual([]);
  });

  it('sends an address of 5,000 characters whole', async () => {
    const url = `https://long.example/?q=${'x'.repeat(4976)}`;
    const popup = await app.popup();
    await popup.fill('URL', url);
    await popup.press('Create report');
    await until('it is created', () => app.service.reports()[0]?.url === url);
  });

  it("shows the service's own words at the field and keeps all that was typed", async () => {
    app.service.behave({ on: { method: 'POST' }, fail: failures.invalid });
    const popup = await app.popup();
    await popup.locator(byRole('radio', 'Password')).click();
    await popup.fill('Report password', 'short');
    await popup.press('Create report');
    await popup.alert();
    const text = await popup.mainText();
    expect(text).toContain('This address cannot be analysed. Its host does not exist.');
    expect(text).toContain('This password is too short.');
    expect(await popup.value('Report password')).toBe('short');
    expect(await popup.value('URL')).toBe(app.service.samplePages.good);

    app.service.behave(null);
    await popup.press('Create report');
    await until('it is created', () => app.service.reports()[0]?.password === 'short');
  });

  it('makes a strong password and copies it', async () => {
    const popup = await app.popup();
    await popup.locator(byRole('radio', 'Password')).click();
    await popup.press('Make a strong password');
    const password = await popup.value('Report password');
    expect(password).toMatch(/^[A-Za-z2-9]{20}$/);
    await popup.press('Copy password');
    await until('the popup says so', async () =>
      (await popup.announcements()).status.includes('Password copied'),
    );
    await popup.press('Create report');
    await until('it is created', () => app.service.reports()[0]?.password === password);
  });
});
