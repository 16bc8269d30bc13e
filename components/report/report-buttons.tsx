import { i18n } from '#i18n';
import { CopyLinkButton } from '@/components/app/copy-link';
import { useCopy, usePage } from '@/components/page/page-context';
import { dayInYear } from '@/components/text/dates';
import { textCopied } from '@/components/text/messages/copy-message';
import { MenuButton } from '@/components/ui/menu';
import { Question } from '@/components/ui/question';
import { reportText } from './content/report-text';
import type { OpenReport } from './open-report';
import { type ReportVerb, useReportVerbs } from './report-verbs';

/** The buttons and the menu of the open report, except *Change…*. */
export function ReportButtons({ open: { report, isGone } }: { open: OpenReport }) {
  const page = usePage();
  const { actions, reportState, isUpdating, linkOf, mutesOf, passwordOf, remove, back } = page;
  const copy = useCopy();
  const link = linkOf(report);
  const { open, update, more, again } = useReportVerbs(report, {
    isGone,
    onUpdate: () => void reportState.updateResults(),
    onCopyText() {
      const password = link === null ? null : passwordOf(report);
      void copy(() => reportText(report, mutesOf(report), link), textCopied(report, link), {
        password,
        view: page.viewOfText?.(report) ?? null,
      });
    },
    ...(actions.onPrint && { onPrint: actions.onPrint }),
    onDelete() {
      remove(report);
      back();
    },
  });
  const replaced = reportState.replaced.value;
  return (
    <fieldset class="report-buttons cluster compact small on-screen">
      {open && <VerbButton class="primary" verb={open} />}
      {!isGone && <CopyLinkButton report={report} />}
      {update && <VerbButton verb={update} isBusy={isUpdating(report.id)} />}
      <MenuButton class="more" label={i18n.t('list.more')} items={more} />
      {replaced && (
        <Question
          text={i18n.t('report.replaces', [dayInYear(replaced)])}
          answers={[
            ...(again ? [{ label: again.label, onPress: again.onChoose, isConsent: false }] : []),
            {
              label: i18n.t('report.updateAnyway'),
              onPress: () => void reportState.updateAnyway(),
              isConsent: true,
            },
          ]}
          onCancel={reportState.keepResult}
        />
      )}
    </fieldset>
  );
}

interface VerbButtonProps {
  verb: ReportVerb;
  class?: string;
  isBusy?: boolean;
}

function VerbButton({
  verb: { label, title, onChoose },
  isBusy = false,
  ...props
}: VerbButtonProps) {
  return (
    <button type="button" {...props} title={title} aria-disabled={isBusy} onClick={onChoose}>
      {label}
    </button>
  );
}
