import { render } from 'preact';
import { i18n } from '#i18n';
import { StoreFailure } from '@/components/connection/store-failure';
import { openReports } from '@/components/reports/open-reports';
import { labelDocument } from '@/components/ui/document-label';
import type { BackgroundApi } from '@/lib/background/background-api';
import { remote } from '@/lib/browser/messages';

labelDocument(i18n.t('reports.title'));
try {
  await openReports(remote<BackgroundApi>(), new URLSearchParams(location.hash.slice(1)));
} catch {
  render(<StoreFailure />, document.body);
}
