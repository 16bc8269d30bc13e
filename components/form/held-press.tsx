import { i18n } from '#i18n';
import { usePage } from '@/components/app/page-context';
import { resultLabel } from '@/components/text/labels';
import { Question } from '@/components/ui/question';
import { PublishingConsent } from '@/components/ui/report/publishing-consent';
import { Privacy } from '@/lib/report/privacy';
import type { FormConfirmation } from './form-press-state';

/** Where no report can be shown. */
const TEXTS = { inProgress: 'form.alreadyWaiting', justCreated: 'form.justCreated' } as const;

/** What a person has to confirm of the last press, and the buttons that do. */
export function PressConfirmation({ reason }: { reason: FormConfirmation }) {
  const { activity, form, update: askForUpdate } = usePage();
  if (reason.reason === 'risks') {
    return (
      <PublishingConsent
        risks={reason.risks}
        onMakePrivate={() => {
          form.choosePrivacy(Privacy.Private);
          activity.announce(i18n.t('risk.madePrivate'));
        }}
        onPublish={() => void form.confirm()}
        onCancel={form.withdraw}
      />
    );
  }
  const another = {
    label: i18n.t('form.createAnother'),
    onPress: () => void form.confirm(),
    isConsent: true,
  };
  const report = reason.reason === 'justCreated' ? reason.report : null;
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
        report ? i18n.t('form.justReported', [resultLabel(report)]) : i18n.t(TEXTS[reason.reason])
      }
      answers={report ? [update, another] : [another]}
      onCancel={form.withdraw}
      nextFocus="main [type=submit]"
    />
  );
}
