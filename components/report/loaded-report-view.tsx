import { useEffect, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { usePage } from '@/components/app/page-context';
import { AlertLine } from '@/components/ui/message-lines';
import { ReportHeading } from './report-heading';
import type { ReportView } from './report-view';

/** Loaded by then, or why there is nothing to show yet. */
type Loaded = { View: typeof ReportView } | 'loading' | 'failed';

/**
 * The report that is open, if any. Its view is large and rarely opened: it is loaded with the first
 * report.
 */
export function LoadedReportView() {
  const open = usePage().reportState.open.value;
  const [loaded, setLoaded] = useState<Loaded>('loading');
  useEffect(() => {
    import('./report-view').then(
      (module) => setLoaded({ View: module.ReportView }),
      () => setLoaded('failed'),
    );
  }, []);
  if (open === null) return null;
  if (typeof loaded === 'object') return <loaded.View open={open} />;
  return (
    <article class="report">
      <ReportHeading report={open.report} />
      {loaded === 'failed' && <AlertLine>{i18n.t('report.notLoaded')}</AlertLine>}
    </article>
  );
}
