import { i18n } from '#i18n';

/** Gives the page a title, and the language and direction of the strings that the browser chose. */
export function labelDocument(title: string): void {
  document.documentElement.lang = i18n.t('extension.language');
  document.documentElement.dir = i18n.t('extension.direction');
  document.title = title;
}
