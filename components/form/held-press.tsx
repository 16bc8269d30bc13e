import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import { resultLabel } from '@/components/text/labels';
import { Question } from '@/components/ui/question';
import { PublishingConsent } from '@/components/ui/report/publishing-consent';
import { Privacy } from '@/lib/report/privacy';
import type { HeldReason } from './form-press-state';

/** What speaks against the last press, and how to go on all the same. */
export function HeldPress({ reason }: { reason: HeldReason }) {
  const { activity, form, update: askForUpdate } = usePage();
  if (reason.reason === 'risks') {
    return (
      <PublishingConsent
        risks={reason.risks}
        onMakePrivate={() => {
          form.choosePrivacy(Privacy.Private);
          activity.tell(i18n.t('risk.madePrivate'));
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
      if (report) askForUpdate(report);
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
