import { useLayoutEffect, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import type { Report } from '@/lib/report/report';
import type { ReportItems } from './report-verbs';

interface LoadedReportItemsProps {
  report: Report;
  /** Called when the code cannot be loaded. */
  onFailure: () => void;
}

/** The items of a report's menu. Loads their code with the first press, to keep the popup small. */
export function LoadedReportItems({ report, onFailure }: LoadedReportItemsProps) {
  const { notices } = usePage();
  const [loaded, setLoaded] = useState<{ Items: typeof ReportItems } | null>(null);
  useLayoutEffect(() => {
    import('./report-verbs').then(
      (module) => setLoaded({ Items: module.ReportItems }),
      () => {
        notices.announce(i18n.t('report.notOpened'), { isFailure: true });
        onFailure();
      },
    );
  }, []);
  return loaded && <loaded.Items report={report} />;
}
