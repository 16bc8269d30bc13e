import { i18n } from '#i18n';

/** Sets title, language and direction of the extension page. */
export function labelDocument(title: string): void {
  document.documentElement.lang = i18n.t('extension.language');
  document.documentElement.dir = i18n.t('extension.direction');
  document.title = title;
}
