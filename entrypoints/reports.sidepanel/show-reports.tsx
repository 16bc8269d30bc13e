import { render } from 'preact';
import { i18n } from '#i18n';
import { openReports } from '@/components/reports/open-reports';
import { StoreFailure } from '@/components/settings/store-failure';
import { labelDocument } from '@/components/ui/document-label';
import type { BackgroundApi } from '@/lib/background/background-api';
import { remote } from '@/lib/browser/messages';

labelDocument(i18n.t('reports.showAll'));
try {
  await openReports(remote<BackgroundApi>(), location.hash.slice(1));
} catch {
  render(<StoreFailure />, document.body);
}
