import { i18n } from '#i18n';
import { copyMessage } from '@/components/text/messages/copy-message';
import { copyableAddress, openableAddress, reportAddress } from '@/components/text/report-name';
import { Menu, type MenuItem } from '@/components/ui/menu';
import { copyLink } from '@/components/ui/report/copy-link';
import type { Report } from '@/lib/report/report';

/** What a person can do with a report in the list. */
export interface ReportVerbs {
  /** Shows the report in the popup. */
  onOpen: (report: Report) => void;
  /** Asks for new results. */
  onUpdate: (report: Report) => void;
  onRemove: (report: Report) => void;
  /** The report's own address on the service, null where none is wanted. */
  linkOf: (report: Report) => string | null;
  onOpenPage: (url: string) => void;
  onCopy: (text: string) => Promise<void>;
  /** Told what has come of copying, as a sentence. */
  onTell: (sentence: string) => void;
}

interface ReportMenuProps extends ReportVerbs {
  report: Report;
  /** The button that the menu belongs to. */
  button: HTMLElement;
  onClose: () => void;
}

/** What can be done with a report in the list. */
export function ReportMenu({ report, button, onClose, ...verbs }: ReportMenuProps) {
  return <Menu button={button} items={itemsFor(report, verbs)} onClose={onClose} />;
}

/** As many items as apply to a report. */
function itemsFor(report: Report, verbs: ReportVerbs): MenuItem[] {
  const { onOpen, onUpdate, onRemove, linkOf, onOpenPage, onCopy, onTell } = verbs;
  const { url } = report;
  const address = url === null ? null : reportAddress(report);
  const page = address === null ? null : openableAddress(address);
  const link = linkOf(report);
  const items: (MenuItem | false)[] = [
    { label: i18n.t('menu.details'), onChoose: () => onOpen(report) },
    page !== null && { label: i18n.t('menu.visit'), onChoose: () => onOpenPage(page) },
    link !== null && {
      label: i18n.t('menu.openOnService'),
      onChoose: () => onOpenPage(link),
    },
    address !== null && {
      label: i18n.t('report.copyUrl'),
      onChoose: async () =>
        onTell(await copyMessage(onCopy(copyableAddress(address)), i18n.t('report.urlCopied'))),
    },
    link !== null && {
      label: i18n.t('report.copyLink'),
      onChoose: async () => onTell(await copyLink(onCopy, link, report)),
    },
    { label: i18n.t('report.update'), onChoose: () => onUpdate(report) },
    { label: i18n.t('report.delete'), onChoose: () => onRemove(report), isDangerous: true },
  ];
  return items.filter((item) => item !== false);
}
