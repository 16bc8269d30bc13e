import { describe, expect, it } from 'vitest';
import { app, byRole, failures, until, useService } from './app';

useService();

describe('the form', () => {
  it('keeps its content, except the password, for the same page when the popup closes', async () => {
    const popup = await app.popup();
    await popup.fill('URL', 'https://half.example/typed');
    await popup.choose('Password');
    await popup.fill('Report password', 'not to be kept');
    await popup.closeAfterWrites();
    const other = await app.testBrowser.openPopupOn(app.service.samplePages.bad);
    expect(await other.popup.value('URL')).toBe(app.service.samplePages.bad);
    await other.page.close();

    const again = await app.popupAgain();
    expect(await again.value('URL')).toBe('https://half.example/typed');
    expect(await again.value('Report password')).toBe('');
    await again.press('Make a strong password');
    const password = await again.value('Report password');
    expect(password).toMatch(/^[A-Za-z2-9]{20}$/);
    await again.press('Copy password');
    await again.says('Password copied');
    expect(await again.create()).toContain('Report created');
    expect(app.service.reports()[0]).toMatchObject({ privacy: 2, password });
    await again.closeAfterWrites();
    expect(await (await app.popupAgain()).value('URL')).toBe(app.service.samplePages.good);
  });

  it('rejects a page of the browser, and completes a typed address', async () => {
    const popup = await app.popup('chrome://version/');
    expect(await popup.mainText()).toContain("This page can't be reported.");
    expect(await popup.value('URL')).toBe('');
    await popup.fill('URL', 'localhost:8000/page');
    await popup.keyboard.press('Tab');
    expect(await popup.value('URL')).toBe('http://localhost:8000/page');
    expect(await popup.create()).toContain('Report created');
    expect(app.service.reports()[0]?.url).toBe('http://localhost:8000/page');
  });

  it('shows the sent address without moving the button during a press', async () => {
    const popup = await app.popup();
    const typed = ' https://name:secret@bücher.example/straße ';
    await popup.fill('URL', typed);
    const sent = 'https://xn--bcher-kva.example/stra%C3%9Fe';
    expect(await popup.mainText()).toContain(`Will be sent as ${sent}`);
    const button = await popup.find(byRole('button', 'Create report'));
    const { x, y } = await button.clickablePoint();
    await popup.mouse.move(x, y);
    await popup.mouse.down();
    await popup.nextFrames();
    expect(await popup.value('URL')).toBe(typed);
    expect(await button.clickablePoint()).toEqual({ x, y });
    await popup.mouse.up();
    await until('the report is created', () => app.service.reports()[0]?.url === sent);
    expect(await popup.value('URL')).toBe('https://bücher.example/straße');
    expect(JSON.stringify(app.service.requests)).not.toContain('secret');
  });

  it('shows invalid inputs and messages of the service at its fields', async () => {
    app.service.behave({ on: { method: 'POST' }, times: 1, fail: failures.invalid });
    const popup = await app.popup();
    await popup.choose('Password');
    await popup.fill('Report password', 'abc12');
    for (const [url, sentence] of [
      ['/pages/relative', 'Enter a full address'],
      [
        'https://a.example/',
        'The url field must be a valid URL. The url field must not be greater than 2048 characters.',
      ],
    ] as const) {
      expect(app.requests('POST')).toEqual([]);
      await popup.fill('URL', url);
      await popup.press('Create report');
      await popup.says(sentence);
      expect(await popup.value('URL')).toBe(url);
    }
    await popup.says('The password field is required.');
    await popup.create();
    expect(app.service.reports()).toMatchObject([{ url: 'https://a.example/', password: 'abc12' }]);
    expect(app.requests('POST')).toHaveLength(2);
  });
});
