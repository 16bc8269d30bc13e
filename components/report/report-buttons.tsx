import { i18n } from '#i18n';
import { useCopy, usePage } from '@/components/page/page-context';
import { privacyLabel } from '@/components/text/labels';
import { linkCopied } from '@/components/text/messages/copy-message';
import { copyableAddress, openableAddress, reportAddress } from '@/components/text/report-name';
import { IconButton } from '@/components/ui/icon-button';
import type { Report } from '@/lib/report/report';
import { reportText } from './content/report-text';
import type { OpenReport } from './open-report';

const LINK =
  'M10 14a4.5 4.5 0 0 0 6.4 0l3-3a4.5 4.5 0 0 0-6.4-6.4l-1 1M14 10a4.5 4.5 0 0 0-6.4 0l-3 3a4.5 4.5 0 0 0 6.4 6.4l1-1';
const SHEET = 'M12 3H5v18h14v-8M9 17h6M9 13h3M14 3h5v5M19 3l-7 7';
const TURN = 'M20 12a8 8 0 1 1-2.3-5.6L20 8.5M20 3.5v5h-5';
const TWO_SHEETS = 'M9 9h10v11H9zM5 15V4h10';
const ARROW_OUT = 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6';
const CLIPBOARD = 'M8 5H5v16h14V5h-3M9 3h6v4H9zM9 12h6M9 16h4';
const BIN = 'M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6';

/** What can be done with the open report, but for changing its privacy. */
export function ReportButtons({ open: { report, isGone } }: { open: OpenReport }) {
  const { actions, reportState, linkOf, remove, back } = usePage();
  const copy = useCopy();
  const link = linkOf(report);
  const { url } = report;
  const address = url === null ? null : reportAddress(report);
  const page = address === null ? null : openableAddress(address);
  return (
    <div class="report-buttons">
      {link !== null && !isGone && (
        <>
          <IconButton
            label={i18n.t('report.copyLink')}
            outline={LINK}
            onClick={() => copy(link, linkCopied(report))}
          />
          <IconButton
            label={i18n.t('report.openReport')}
            outline={SHEET}
            flips
            onClick={() => actions.onOpenPage(link)}
          />
        </>
      )}
      {!isGone && (
        <IconButton
          label={i18n.t('report.update')}
          outline={TURN}
          aria-disabled={reportState.isChanging.value}
          onClick={() => void reportState.updateResults()}
        />
      )}
      {address !== null && (
        <IconButton
          label={i18n.t('report.copyUrl')}
          outline={TWO_SHEETS}
          onClick={() => copy(copyableAddress(address), i18n.t('report.urlCopied'))}
        />
      )}
      {page !== null && (
        <IconButton
          label={i18n.t('report.openPage')}
          outline={ARROW_OUT}
          flips
          onClick={() => actions.onOpenPage(page)}
        />
      )}
      <IconButton
        label={i18n.t('report.copyText')}
        outline={CLIPBOARD}
        onClick={() => copy(reportText(report, link), textCopied(report, link))}
      />
      {!isGone && (
        <IconButton
          label={i18n.t('report.delete')}
          outline={BIN}
          onClick={() => {
            remove(report);
            back();
          }}
        />
      )}
    </div>
  );
}

/** That the text is copied, and who can open the link that it holds. */
function textCopied({ privacy }: Report, link: string | null): string {
  const copied = i18n.t('report.textCopied');
  return link === null || privacy === null ? copied : `${copied} · ${privacyLabel(privacy)}`;
}
