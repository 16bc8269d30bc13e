import { i18n } from '#i18n';
import { privacyLabel } from '@/components/text/labels';
import { copyMessage } from '@/components/text/messages/copy-message';
import { copyableAddress, openableAddress, reportAddress } from '@/components/text/report-name';
import { IconButton } from '@/components/ui/icon-button';
import { copyLink } from '@/components/ui/report/copy-link';
import type { Report } from '@/lib/report/report';
import type { ReportState } from './report-state';

const LINK =
  'M10 14a4.5 4.5 0 0 0 6.4 0l3-3a4.5 4.5 0 0 0-6.4-6.4l-1 1M14 10a4.5 4.5 0 0 0-6.4 0l-3 3a4.5 4.5 0 0 0 6.4 6.4l1-1';
const SHEET = 'M12 3H5v18h14v-8M9 17h6M9 13h3M14 3h5v5M19 3l-7 7';
const TURN = 'M20 12a8 8 0 1 1-2.3-5.6L20 8.5M20 3.5v5h-5';
const TWO_SHEETS = 'M9 9h10v11H9zM5 15V4h10';
const ARROW_OUT = 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6';
const CLIPBOARD = 'M8 5H5v16h14V5h-3M9 3h6v4H9zM9 12h6M9 16h4';
const BIN = 'M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6';

interface ReportButtonsProps {
  report: Report;
  /** The report's own address, null where none is wanted. */
  link: string | null;
  /** Null: the service does not have it any more, so it can be neither updated nor deleted. */
  verbs: Pick<ReportState, 'updateResults' | 'isChanging'> | null;
  /** Makes the text of `Copy as text`. */
  toText: () => string;
  onCopy: (text: string) => Promise<void>;
  /** Told how copying went, as a sentence. */
  onCopied: (sentence: string) => void;
  onOpenPage: (url: string) => void;
  onRemove: (report: Report) => void;
}

/** What can be done with a report, but for changing its privacy. */
export function ReportButtons(props: ReportButtonsProps) {
  const { report, link, verbs, toText, onCopy, onCopied, onOpenPage } = props;
  const { url } = report;
  const address = url === null ? null : reportAddress(report);
  const page = address === null ? null : openableAddress(address);
  const copy = async (text: string, copied: string) => {
    onCopied(await copyMessage(onCopy(text), copied));
  };
  return (
    <div class="report-buttons">
      {link !== null && verbs !== null && (
        <>
          <IconButton
            label={i18n.t('report.copyLink')}
            outline={LINK}
            onClick={async () => onCopied(await copyLink(onCopy, link, report))}
          />
          <IconButton
            label={i18n.t('report.openReport')}
            outline={SHEET}
            flips
            onClick={() => onOpenPage(link)}
          />
        </>
      )}
      {verbs !== null && (
        <IconButton
          label={i18n.t('report.update')}
          outline={TURN}
          aria-disabled={verbs.isChanging.value}
          onClick={() => void verbs.updateResults()}
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
          onClick={() => onOpenPage(page)}
        />
      )}
      <IconButton
        label={i18n.t('report.copyText')}
        outline={CLIPBOARD}
        onClick={() => copy(toText(), textCopied(report, link))}
      />
      {verbs !== null && (
        <IconButton
          label={i18n.t('report.delete')}
          outline={BIN}
          onClick={() => props.onRemove(report)}
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
