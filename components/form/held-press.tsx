import { i18n } from '#i18n';
import { resultLabel } from '@/components/text/labels';
import { Question } from '@/components/ui/question';
import { PublishingConsent } from '@/components/ui/report/publishing-consent';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import type { HeldReason } from './form-press-state';
import type { ReportForm } from './form-state';

interface HeldPressProps {
  form: ReportForm;
  reason: HeldReason;
  /** Asks for new results of the report that was just made. */
  onUpdate: (report: Report) => void;
  /** Told that the form is private now. */
  onMadePrivate: () => void;
}

/** What speaks against the last press, and how to go on all the same. */
export function HeldPress({ form, reason, onUpdate, onMadePrivate }: HeldPressProps) {
  if (reason.reason === 'risks') {
    return (
      <PublishingConsent
        risks={reason.risks}
        onMakePrivate={() => {
          form.choosePrivacy(Privacy.Private);
          onMadePrivate();
        }}
        onPublish={() => void form.goOn()}
        onCancel={form.withdraw}
      />
    );
  }
  const another = {
    label: i18n.t('form.createAnother'),
    onPress: () => void form.goOn(),
    isConsent: true,
  };
  const report = reason.reason === 'justReported' ? reason.report : null;
  const update = {
    label: i18n.t('report.update'),
    onPress: () => {
      form.withdraw();
      if (report) onUpdate(report);
    },
    isConsent: false,
  };
  return (
    <Question
      text={
        report ? i18n.t('form.justReported', [resultLabel(report)]) : i18n.t('form.alreadyWaiting')
      }
      answers={report ? [update, another] : [another]}
      onCancel={form.withdraw}
      nextFocus="main [type=submit]"
    />
  );
}
