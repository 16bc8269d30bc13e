import { describe, expect, it } from 'vitest';
import { until, useService } from './app';
import { setMedia } from './media';
import { showState } from './states';

useService({ connects: false });

describe('with reduced motion', () => {
  it.each(['a service that hangs', 'a check that is running'])(
    'nothing moves: %s',
    async (name) => {
      const page = await showState(name);
      const moving = () => page.evaluate(() => document.getAnimations().length);
      await until('something moves', async () => (await moving()) > 0);
      await setMedia(page, { 'prefers-reduced-motion': 'reduce' });
      expect(await moving()).toBe(0);
    },
  );
});

describe('in forced colours', () => {
  it.each(['light', 'dark'])('what is chosen, focused or a button shows, %s', async (scheme) => {
    const popup = await showState('a missing password');
    await setMedia(popup, { 'forced-colors': 'active', 'prefers-color-scheme': scheme });
    const looks = () =>
      popup.$$eval('.segment', (segments) =>
        segments.map((segment) => {
          const { backgroundColor, color, outlineStyle } = getComputedStyle(segment);
          return { ground: backgroundColor, color, hasLine: outlineStyle !== 'none' };
        }),
      );
    const [other, , chosen] = await looks();
    expect(chosen?.ground).not.toBe(other?.ground);
    expect(chosen?.color).not.toBe(chosen?.ground);

    await popup.focus('.segment input:checked');
    await popup.keyboard.press('ArrowLeft');
    const [, focused, left] = await looks();
    expect(focused).toEqual({ ...chosen, hasLine: true });
    expect(left).toEqual(other);

    const edges = await popup.$$eval('button', (buttons) =>
      buttons.map((button) => getComputedStyle(button).borderTopColor),
    );
    expect(edges.filter((color) => /^rgba\(.*, 0\)$/.test(color))).toEqual([]);
  });
});
