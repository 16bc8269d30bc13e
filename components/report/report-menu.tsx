import { i18n } from '#i18n';
import { updateResults } from '@/components/activity/update-messages';
import type { ConnectedPopup, PopupActions } from '@/components/popup/popup-state';
import { openFromList } from '@/components/popup/report-place';
import { copyMessage } from '@/components/text/copy-message';
import { copyableAddress, openableAddress, reportAddress } from '@/components/text/report-name';
import { copyLink } from '@/components/ui/copy-link';
import { Menu, type MenuItem } from '@/components/ui/menu';
import type { Report } from '@/lib/report/report';

interface ReportMenuProps extends PopupActions {
  connected: ConnectedPopup;
  report: Report;
  /** The button that the menu belongs to. */
  button: HTMLElement;
  onClose: () => void;
}

/** What can be done with a report in the list. */
export function ReportMenu({ connected, report, button, onClose, ...actions }: ReportMenuProps) {
  return <Menu button={button} items={itemsFor(report, connected, actions)} onClose={onClose} />;
}

/** As many items as apply to a report. */
function itemsFor(
  report: Report,
  connected: ConnectedPopup,
  { onCopy, onOpenPage }: PopupActions,
): MenuItem[] {
  const { url } = report;
  const { opened, deletions, notice, linkOf } = connected;
  const address = url === null ? null : reportAddress(report);
  const page = address === null ? null : openableAddress(address);
  const link = linkOf(report);
  const items: (MenuItem | false)[] = [
    { label: i18n.t('menu.details'), onChoose: () => openFromList(opened, report) },
    page !== null && { label: i18n.t('menu.visit'), onChoose: () => onOpenPage(page) },
    link !== null && {
      label: i18n.t('menu.openOnService'),
      onChoose: () => onOpenPage(link),
    },
    address !== null && {
      label: i18n.t('report.copyUrl'),
      onChoose: async () => {
        notice.value = {
          text: await copyMessage(onCopy(copyableAddress(address)), i18n.t('report.urlCopied')),
        };
      },
    },
    link !== null && {
      label: i18n.t('report.copyLink'),
      onChoose: async () => {
        notice.value = { text: await copyLink(onCopy, link, report) };
      },
    },
    {
      label: i18n.t('report.update'),
      onChoose: () => updateResults(connected, report),
    },
    {
      label: i18n.t('report.delete'),
      onChoose: () => void deletions.remove(report),
      isDangerous: true,
    },
  ];
  return items.filter((item) => item !== false);
}
