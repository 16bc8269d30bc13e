import { browser } from 'wxt/browser';

/**
 * Returns the function that looks up messages. Another function may return messages in another language,
 * which only tests do.
 */
export function messageSource(): object {
  return browser.i18n.getMessage;
}
