import { fakeBrowser } from 'wxt/testing';

/**
 * Lets a message's key stand for the message, whatever its form for a number, with what is filled in
 * where that is wanted; the language of the messages is English unless said otherwise.
 */
export function useMessageKeys({ filled = false, language = 'en' } = {}): void {
  fakeBrowser.i18n.getMessage = (key: string, filledIn: string | string[] = []) => {
    if (key === 'extension_language') return language;
    if (key === 'text_labelled') return [filledIn].flat().join(': ');
    const name = key.replace(/_(one|other)$/, '');
    return filled ? [name, filledIn].flat().join(' ') : name;
  };
}
