import { fakeBrowser } from 'wxt/testing';

/**
 * Replaces each message by its key, without the plural form.
 * @param withValues whether the values of the placeholders follow the key
 */
export function useMessageKeys({ withValues = false, language = 'en' } = {}): void {
  fakeBrowser.i18n.getMessage = (key: string, values: string | string[] = []) => {
    if (key === 'extension_language') return language;
    if (key === 'text_labelled') return [values].flat().join(': ');
    const name = key.replace(/_(one|other)$/, '');
    return withValues ? [name, values].flat().join(' ') : name;
  };
}
