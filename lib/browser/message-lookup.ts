import { browser } from 'wxt/browser';

/** Replaces the function of the same name in the package `@wxt-dev/i18n`. */
export function createI18n() {
  return {
    /** @param key such as `popup.title` */
    t: (key: string, values?: string[]): string =>
      browser.i18n.getMessage(key.replaceAll('.', '_') as '@@ui_locale', values),
  };
}
