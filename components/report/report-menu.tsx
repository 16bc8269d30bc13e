import { i18n } from '#i18n';
import { useCopy, usePage } from '@/components/page/page-context';
import { linkCopied } from '@/components/text/messages/copy-message';
import { copyableAddress, openableAddress, reportAddress } from '@/components/text/report-name';
import { Menu, type MenuItem } from '@/components/ui/menu';
import type { Report } from '@/lib/report/report';

interface ReportMenuProps {
  report: Report;
  /** The button that the menu belongs to. */
  button: HTMLElement;
  onClose: () => void;
}

/** What can be done with a report in the list. */
export function ReportMenu({ report, button, onClose }: ReportMenuProps) {
  const { actions, linkOf, show, update, remove } = usePage();
  const copy = useCopy();
  const { url } = report;
  const address = url === null ? null : reportAddress(report);
  const page = address === null ? null : openableAddress(address);
  const link = linkOf(report);
  const items: (MenuItem | false)[] = [
    { label: i18n.t('menu.details'), onChoose: () => show(report) },
    page !== null && { label: i18n.t('menu.visit'), onChoose: () => actions.onOpenPage(page) },
    link !== null && {
      label: i18n.t('menu.openOnService'),
      onChoose: () => actions.onOpenPage(link),
    },
    address !== null && {
      label: i18n.t('report.copyUrl'),
      onChoose: () => void copy(copyableAddress(address), i18n.t('report.urlCopied')),
    },
    link !== null && {
      label: i18n.t('report.copyLink'),
      onChoose: () => void copy(link, linkCopied(report)),
    },
    { label: i18n.t('report.update'), onChoose: () => update(report) },
    { label: i18n.t('report.delete'), onChoose: () => remove(report), isDangerous: true },
  ];
  return <Menu button={button} items={items.filter((item) => item !== false)} onClose={onClose} />;
}
