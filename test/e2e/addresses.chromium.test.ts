import { describe, expect, it } from 'vitest';
import { app, until } from './app';
import { openReport, useHostileService } from './hostile-answers';

useHostileService();

const report = (url: string) => JSON.stringify({ id: 1, url, privacy: 1, more: 'read' });

describe("a report's address", () => {
  it('is copied as the browser reads it, without line breaks and control characters', async () => {
    const url = 'https://a.example/x\n\u0007 y';
    const { popup } = await openReport(url, report(url));
    // Headless browsers keep their clipboard to themselves.
    const copied = await popup.evaluateHandle(() => {
      const texts: string[] = [];
      navigator.clipboard.writeText = async (text) => void texts.push(text);
      return texts;
    });
    await popup.press('Copy URL');
    await popup.hasStatus('URL copied');
    expect(await copied.jsonValue()).toEqual(['https://a.example/x%07%20y']);
  });

  it('is opened neither from its view nor from the list where it has a user name', async () => {
    const url = 'https://bank.example@evil.example/';
    const { popup } = await openReport(url, report(url));
    expect(await popup.names('button')).not.toContain('Open page');
    await popup.press('Back');
    await popup.press('More');
    await popup.shows('menuitem', 'Copy URL');
    expect(await popup.names('menuitem')).not.toContain('Open page');
  });

  it.each([
    ['without a scheme', 'host.example/reset?token=9f8a7b6c5d4e3f2a', 'a sign-in token'],
    ['that is too long', `https://host.example/${'a'.repeat(10_000)}`, "can't be checked"],
    ['that is none', 'a page', "can't be checked"],
  ])('is published after a question where it is one %s', async (_, url, said) => {
    const { popup } = await openReport('https://listed.example/', report(url));
    await popup.choose('Public');
    await popup.press('Save changes');
    expect(await popup.alert()).toContain(said);
    expect(app.requests('PUT')).toEqual([]);
    await popup.press('Publish anyway');
    await until('it is published', () => app.requests('PUT').length === 1);
  });
});
