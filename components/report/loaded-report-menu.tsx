import { useLayoutEffect, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import type { ReportMenu, ReportMenuProps } from './report-verbs';

/** The menu of a report in a list. Loads its code with the first press, to keep the popup small. */
export function LoadedReportMenu(props: ReportMenuProps) {
  const { notices } = usePage();
  const [loaded, setLoaded] = useState<{ Menu: typeof ReportMenu } | null>(null);
  useLayoutEffect(() => {
    import('./report-verbs').then(
      (module) => setLoaded({ Menu: module.ReportMenu }),
      () => {
        notices.announce(i18n.t('report.notOpened'), { isFailure: true });
        props.onClose();
      },
    );
  }, []);
  return loaded && <loaded.Menu {...props} />;
}
