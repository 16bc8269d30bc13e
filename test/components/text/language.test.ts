import { describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { countText, textCache } from '@/components/text/language';

function speak(language: string) {
  const getMessage = vi.fn(() => language);
  fakeBrowser.i18n.getMessage = getMessage;
  return getMessage;
}

describe('countText', () => {
  it('looks up the language once, and again if the messages change', () => {
    const getMessage = speak('en');
    expect([countText(1234), countText(5678)]).toEqual(['1,234', '5,678']);
    expect(getMessage).toHaveBeenCalledTimes(1);
    speak('de');
    expect(countText(1234)).toBe('1.234');
  });
});

describe('textCache', () => {
  it('creates each text once, and again if the messages change', () => {
    const cached = textCache();
    const create = vi.fn(() => 'text');
    speak('en');
    expect([cached('a', create), cached('a', create), cached('b', create)]).toEqual(
      Array(3).fill('text'),
    );
    expect(create).toHaveBeenCalledTimes(2);
    speak('de');
    cached('a', create);
    expect(create).toHaveBeenCalledTimes(3);
  });
});
