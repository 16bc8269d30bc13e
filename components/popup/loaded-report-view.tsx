import type { ComponentProps } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { ReportHeading } from '@/components/report/report-heading';
import type { ReportView } from '@/components/report/report-view';
import { AlertLine } from '@/components/ui/message-lines';

/** Loaded by then, or why there is nothing to show yet. */
type Loaded = { View: typeof ReportView } | 'loading' | 'failed';

/** The view of a report, which is large and rarely opened: it is loaded with the first report. */
export function LoadedReportView(props: ComponentProps<typeof ReportView>) {
  const [loaded, setLoaded] = useState<Loaded>('loading');
  useEffect(() => {
    import('@/components/report/report-view').then(
      (module) => setLoaded({ View: module.ReportView }),
      () => setLoaded('failed'),
    );
  }, []);
  if (typeof loaded === 'object') return <loaded.View {...props} />;
  return (
    <article class="report">
      <ReportHeading report={props.open.report} />
      {loaded === 'failed' && <AlertLine>{i18n.t('report.notLoaded')}</AlertLine>}
    </article>
  );
}
