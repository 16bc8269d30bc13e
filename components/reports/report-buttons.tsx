import { i18n } from '#i18n';
import { copyMessage } from '@/components/text/copy-message';
import { privacyLabel } from '@/components/text/labels';
import { copyableAddress, openableAddress } from '@/components/text/report-name';
import { IconButton } from '@/components/ui/icon-button';
import type { OpenedReport } from '@/lib/page/open-report';
import type { Report } from '@/lib/report/report';
import { copyLink } from './copy-link';

const LINK =
  'M10 14a4.5 4.5 0 0 0 6.4 0l3-3a4.5 4.5 0 0 0-6.4-6.4l-1 1M14 10a4.5 4.5 0 0 0-6.4 0l-3 3a4.5 4.5 0 0 0 6.4 6.4l1-1';
const ARROW_OUT = 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6';
const CLIPBOARD = 'M8 5H5v16h14V5h-3M9 3h6v4H9zM9 12h6M9 16h4';

interface ReportButtonsProps {
  report: Report;
  /** The report's own address, null where it is not known. */
  link: string | null;
  /** Null: the service does not have it any more, so it can be neither updated nor deleted. */
  verbs: Pick<OpenedReport, 'updateResults' | 'isChanging'> | null;
  /** Makes the text of `Copy as text`. */
  toText: () => string;
  onCopy: (text: string) => Promise<void>;
  /** Told how copying went, as a sentence. */
  onCopied: (sentence: string) => void;
  onOpenPage: (url: string) => void;
  /** Leads to the setting that says where reports have their own addresses. */
  onSetUpLinks: () => void;
  onRemove: (report: Report) => void;
}

/** What can be done with a report, but for changing its privacy. */
export function ReportButtons(props: ReportButtonsProps) {
  const { report, link, verbs, toText, onCopy, onCopied, onOpenPage } = props;
  const { url } = report;
  const page = url === null ? null : openableAddress(url);
  const copy = async (text: string, copied: string) => {
    onCopied(await copyMessage(onCopy(text), copied));
  };
  return (
    <>
      {link !== null && verbs !== null && (
        <div class="buttons">
          <button
            type="button"
            class="primary"
            onClick={async () => onCopied(await copyLink(onCopy, link, report))}
          >
            {i18n.t('report.copyLink')}
          </button>
          <button type="button" onClick={() => onOpenPage(link)}>
            {i18n.t('report.openReport')}
          </button>
        </div>
      )}
      <div class="buttons report-buttons">
        {verbs !== null && (
          <button
            type="button"
            aria-disabled={verbs.isChanging.value}
            onClick={() => void verbs.updateResults()}
          >
            {i18n.t('report.update')}
          </button>
        )}
        {url !== null && (
          <IconButton
            label={i18n.t('report.copyUrl')}
            outline={LINK}
            onClick={() => copy(copyableAddress(url), i18n.t('report.urlCopied'))}
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
          <button type="button" class="danger" onClick={() => props.onRemove(report)}>
            {i18n.t('report.delete')}
          </button>
        )}
      </div>
      {link === null && verbs !== null && (
        <button type="button" class="plain set-up-links" onClick={props.onSetUpLinks}>
          {i18n.t('report.setUpLinks')}
        </button>
      )}
    </>
  );
}

/** That the text is copied, and who can open the link that it holds. */
function textCopied({ privacy }: Report, link: string | null): string {
  const copied = i18n.t('report.textCopied');
  return link === null || privacy === null ? copied : `${copied} · ${privacyLabel(privacy)}`;
}
