import { i18n } from '#i18n';

/** Sets the title of the page, and the language and direction of its messages. */
export function labelDocument(title: string): void {
  document.documentElement.lang = i18n.t('extension.language');
  document.documentElement.dir = i18n.t('extension.direction');
  document.title = title;
}
