import { i18n } from '#i18n';
import { quotingService, whatHappened } from '@/components/text/failure-message';
import { reportName } from '@/components/text/report-name';
import { Message } from '@/components/ui/message';
import { AlertLine } from '@/components/ui/message-lines';
import { Quoting } from '@/components/ui/quoting';
import type { NotDeleted } from '@/lib/deletion/deletion';

/** Which reports a service has kept that was left while they were to be deleted, and why. */
export function NotDeletedReports({ reports }: { reports: readonly NotDeleted[] }) {
  if (reports.length === 0) return null;
  return (
    <AlertLine>
      {reports.map(({ report, failure }, index) => (
        <span key={report.id}>
          {index > 0 && '\n'}
          <Quoting
            text={reportName(report)}
            sentence={(text) => i18n.t('list.deleteFailed', [text])}
          />{' '}
          <Message text={quotingService(whatHappened(failure), failure)} />
        </span>
      ))}
      {`\n${i18n.t('options.deleteThere', reports.length)}`}
    </AlertLine>
  );
}
