import { i18n } from '#i18n';
import { showStartFailure } from '@/components/app/start-failure';
import { openReports } from '@/components/reports/open-reports';
import { labelDocument } from '@/components/ui/document-label';
import type { BackgroundApi } from '@/lib/background/background-api';
import { remote } from '@/lib/browser/messages';

labelDocument(i18n.t('reports.showAll'));
try {
  await openReports(remote<BackgroundApi>(), location.hash.slice(1));
} catch (error) {
  showStartFailure(error);
}
