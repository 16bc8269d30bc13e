import { browser } from 'wxt/browser';

/**
 * Returns the function that looks up messages. Only tests replace this function, to change the
 * language.
 */
export function messageSource(): object {
  return browser.i18n.getMessage;
}
