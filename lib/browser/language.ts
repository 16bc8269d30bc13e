import { browser } from 'wxt/browser';

/** Gives the page the language and direction of the strings that the browser has chosen for it. */
export function labelDocument(): void {
  document.documentElement.lang = browser.i18n.getMessage('@@ui_locale').replace('_', '-');
  document.documentElement.dir = browser.i18n.getMessage('@@bidi_dir');
}
