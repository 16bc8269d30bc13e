import { i18n } from '#i18n';
import { showStartFailure } from '@/components/app/start-failure';
import { openReports } from '@/components/reports/open-reports';
import { labelDocument } from '@/components/ui/document-label';
import type { BackgroundApi } from '@/lib/background/background-api';
import { remote } from '@/lib/browser/messages';

labelDocument(i18n.t('reports.showAll'));
// No top-level await: see `show-popup.tsx`.
openReports(remote<BackgroundApi>(), location.hash.slice(1)).catch(showStartFailure);
