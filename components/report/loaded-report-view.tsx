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
 * report. Each report has a view of its own, whose heading takes the focus.
 */
export function LoadedReportView() {
  const open = usePage().reportState.open.value;
  const [loaded, setLoaded] = useState<Loaded>('loading');
  function load(): void {
    setLoaded('loading');
    import('./report-view').then(
      (module) => setLoaded({ View: module.ReportView }),
      () => setLoaded('failed'),
    );
  }
  useEffect(load, []);
  if (open === null) return null;
  const { report } = open;
  if (typeof loaded === 'object') return <loaded.View key={report.id} open={open} />;
  return (
    <article class="report stack">
      <ReportHeading key={report.id} report={report} />
      {loaded === 'failed' && (
        <>
          <AlertLine>{i18n.t('report.notOpened')}</AlertLine>
          <div class="cluster">
            <button type="button" onClick={load}>
              {i18n.t('report.tryAgain')}
            </button>
          </div>
        </>
      )}
    </article>
  );
}
