import { i18n } from '#i18n';
import { copyMessage } from '@/components/text/copy-message';
import { copyableAddress, openableAddress } from '@/components/text/report-name';
import type { OpenedReport } from '@/lib/page/open-report';
import type { Report } from '@/lib/report/report';
import { copyLink } from './copy-link';

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
    <div class="buttons">
      {link !== null && (
        <>
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
        </>
      )}
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
        <button
          type="button"
          onClick={() => copy(copyableAddress(url), i18n.t('report.urlCopied'))}
        >
          {i18n.t('report.copyUrl')}
        </button>
      )}
      {page !== null && (
        <button type="button" onClick={() => onOpenPage(page)}>
          {i18n.t('report.openPage')}
        </button>
      )}
      <button type="button" onClick={() => copy(toText(), i18n.t('report.textCopied'))}>
        {i18n.t('report.copyText')}
      </button>
      {verbs !== null && (
        <button type="button" class="danger" onClick={() => props.onRemove(report)}>
          {i18n.t('report.delete')}
        </button>
      )}
    </div>
  );
}
