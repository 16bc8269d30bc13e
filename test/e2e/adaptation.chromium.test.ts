import { expect, it } from 'vitest';
import { app, bareAddress, byRole, useService } from './app';
import { emulatePhone, setMedia } from './looks/looks';
import { showState } from './states/states';

useService({ connects: false });

it('the popup shows chosen options, the focus and buttons in forced colours', async () => {
  const popup = await showState('a missing password');
  const readLooks = () =>
    popup.$$eval('.segment', (segments) =>
      segments.map((segment) => {
        const { backgroundColor, color, forcedColorAdjust, outlineStyle } =
          getComputedStyle(segment);
        // With forced colours, the browser reports a background that it does not show.
        const background = forcedColorAdjust === 'none' ? backgroundColor : 'forced';
        return { background, color, hasLine: outlineStyle !== 'none' };
      }),
    );
  for (const scheme of ['light', 'dark']) {
    await popup.choose('Password');
    await setMedia(popup, { 'forced-colors': 'active', 'prefers-color-scheme': scheme });
    const [other, , chosen] = await readLooks();
    expect(chosen?.background).not.toBe(other?.background);
    expect(chosen?.color).not.toBe(chosen?.background);
    await popup.focus('.segment input:checked');
    await popup.keyboard.press('ArrowLeft');
    const [, focused, left] = await readLooks();
    expect(focused).toEqual({ ...chosen, hasLine: true });
    expect(left).toEqual(other);
    const edges = await popup.$$eval('button', (buttons) =>
      buttons.map((button) => getComputedStyle(button).borderTopColor),
    );
    expect(edges.filter((color) => /^rgba\(.*, 0\)$/.test(color))).toEqual([]);
  }
});

it('the popup creates and opens a report by touch alone', async () => {
  await app.connect();
  const popup = await app.popup();
  await emulatePhone(popup, 360);
  const tap = async (role: string, name: string) => (await popup.find(byRole(role, name))).tap();
  await tap('radio', 'Public');
  await tap('button', 'Create report');
  await tap('button', 'Publish anyway');
  await popup.says('Report created');
  const { good } = app.service.samplePages;
  expect(app.service.reports()[0]).toMatchObject({ url: good, privacy: 0 });
  await (await popup.find('.row')).tap();
  await popup.shows('heading', bareAddress(good));
  await tap('button', 'Back');
  await tap('button', 'Filters');
  await popup.shows('combobox', 'Result');
});
