import { i18n } from '#i18n';
import { usePage } from '@/components/app/page-context';
import { announceCopy, textCopied } from '@/components/text/messages/copy-message';
import { failureMessage } from '@/components/text/messages/failure-message';
import { Menu } from '@/components/ui/menu';
import { attempt } from '@/components/ui/state/attempt';
import { copyLater } from '@/lib/browser/clipboard';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed } from '@/lib/result';
import { useReportVerbs } from './report-verbs';

interface ReportMenuProps {
  report: Report;
  /** The button that the menu belongs to. */
  button: HTMLElement;
  onClose: () => void;
}

/** What can be done with a report in the list. */
export function ReportMenu({ report, button, onClose }: ReportMenuProps) {
  const { activity, background, connectionId, linkOf, passwordOf, show, update, remove } =
    usePage();

  /** Copies the text of the report, which is read for it; words that the popup opens without. */
  async function copyText(): Promise<void> {
    const reading = attempt(() => background.getReport(connectionId, referTo(report)));
    const text = Promise.all([reading, import('./content/report-text')]).then(
      ([read, { reportText }]) => {
        if (hasFailed(read)) throw read.failure;
        return reportText(read.value, linkOf(report));
      },
    );
    const copying = copyLater(text);
    const read = await reading;
    if (hasFailed(read)) {
      copying.catch(() => {});
      activity.announce(failureMessage(read.failure), true);
      return;
    }
    const link = linkOf(report);
    const password = link === null ? null : passwordOf(read.value);
    await announceCopy(copying, textCopied(read.value, link), activity.announce, password);
  }

  const { first, more } = useReportVerbs(report, {
    onUpdate: () => update(report),
    onCopyText: () => void copyText(),
    onDelete: () => remove(report),
  });
  const details = { label: i18n.t('menu.details'), onChoose: () => show(report) };
  return <Menu button={button} items={[details, ...first, ...more]} onClose={onClose} />;
}
