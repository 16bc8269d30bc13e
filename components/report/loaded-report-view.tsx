import { useLayoutEffect, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import { AlertLine } from '@/components/ui/message-lines';
import { ReportHeading } from './report-heading';
import type { ReportView } from './report-view';

/** The state of the view's code. */
type Loaded = { View: typeof ReportView } | 'loading' | 'failed';

/** Loads the code of the view before a press. After a failure, the press loads the code again. */
export async function preloadReportView(): Promise<void> {
  await import('./report-view').catch(() => {});
}

/**
 * The view of the open report. The code of the view is large and rarely used, so this component loads
 * it with the first report. Each report gets a new view, whose heading gets the focus.
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
  // Begins before the paint, because the code is usually loaded already.
  useLayoutEffect(load, []);
  if (open === null) return null;
  const { report } = open;
  if (typeof loaded === 'object') return <loaded.View key={report.id} open={open} />;
  return (
    <article class="report stack whole-on-paper">
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
