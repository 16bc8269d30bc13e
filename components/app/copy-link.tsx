import { i18n } from '#i18n';
import { useCopy, usePage } from '@/components/page/page-context';
import { copiedLinkOpens, linkCopied } from '@/components/text/messages/copy-message';
import { CopyButton } from '@/components/ui/copy-button';
import type { Report } from '@/lib/report/report';

/**
 * A button that copies the link of a report. The announcement says who can open the link, and offers
 * to copy the report's password.
 */
export function CopyLinkButton({ report }: { report: Report }) {
  const { linkOf, passwordOf } = usePage();
  const copy = useCopy();
  const link = linkOf(report);
  return (
    link !== null && (
      <CopyButton
        label={i18n.t('report.copyLink')}
        onCopy={() =>
          copy(link, linkCopied(report), {
            password: passwordOf(report),
            visibleText: copiedLinkOpens(report),
          })
        }
      />
    )
  );
}
