import { i18n } from '#i18n';
import type { MenuTitles } from '@/lib/browser-ui/context-menu';
import { isolated } from './isolation';

/** @param service the title of the service in use; null if the titles need not name the service */
export function menuTitles(service: string | null): MenuTitles {
  const name = service === null ? null : isolated(escapedForMenu(service));
  return {
    page: name === null ? i18n.t('contextMenu.page') : i18n.t('contextMenu.pageOn', [name]),
    link: name === null ? i18n.t('contextMenu.link') : i18n.t('contextMenu.linkOn', [name]),
    public: i18n.t('privacy.public'),
    private: i18n.t('privacy.private'),
    password: i18n.t('contextMenu.password'),
  };
}

/** In a menu, browsers replace `%s` by the selected text, and underline the letter after an `&`. */
function escapedForMenu(text: string): string {
  return text.replaceAll('&', '&&').replaceAll('%s', '%\u200bs');
}
