import { fakeBrowser } from 'wxt/testing';

/**
 * Replaces each message by its key, without the plural form.
 * @param filled Whether the values of the placeholders follow the key.
 */
export function useMessageKeys({ filled = false, language = 'en' } = {}): void {
  fakeBrowser.i18n.getMessage = (key: string, filledIn: string | string[] = []) => {
    if (key === 'extension_language') return language;
    if (key === 'text_labelled') return [filledIn].flat().join(': ');
    const name = key.replace(/_(one|other)$/, '');
    return filled ? [name, filledIn].flat().join(' ') : name;
  };
}
