import { i18n } from '#i18n';
import type { MenuTitles } from '@/lib/browser-ui/context-menu';

export function menuTitles(): MenuTitles {
  return {
    page: i18n.t('contextMenu.page'),
    link: i18n.t('contextMenu.link'),
    public: i18n.t('privacy.public'),
    private: i18n.t('privacy.private'),
    password: i18n.t('contextMenu.password'),
  };
}
