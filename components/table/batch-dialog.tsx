import { i18n } from '#i18n';
import { useNoticeLine } from '@/components/app/notice-line';
import { useReports } from '@/components/reports/reports-page';
import { PRIVACY_NAMES } from '@/components/text/labels';
import { counted, countText } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { reportAddress } from '@/components/text/report-name';
import { PasswordField } from '@/components/ui/fields/password-field';
import { PrivacyChoice } from '@/components/ui/fields/privacy-choice';
import { PrivacyIcon } from '@/components/ui/fields/privacy-icon';
import { focusField } from '@/components/ui/fields/text-field';
import { AlertLine } from '@/components/ui/message-lines';
import { CoveringDialog, Question } from '@/components/ui/question';
import { riskyMessage } from '@/components/ui/risky-addresses';
import { Privacy } from '@/lib/report/privacy';
import type { BatchAction, BatchActions } from './batch-actions';
import type { ReportTableState } from './table-state';

const PASSWORD_FIELD = 'selected-password';

/** The action or the chosen privacy, as part of message names. */
type ActionKey = Exclude<BatchAction, 'change'> | (typeof PRIVACY_NAMES)[Privacy];

export function BatchDialog() {
  const { actions, table } = useReports();
  const { batchActions } = table.value;
  const copied = useNoticeLine();
  const question = batchActions.question.value;
  if (question === null) return null;
  const { verb, privacy, failure } = question;
  const risky = batchActions.risky.value;
  const { covered } = batchActions.counts.value;
  // False for a change without a chosen privacy.
  const actionKey = verb === 'change' ? privacy !== null && PRIVACY_NAMES[privacy] : verb;
  const label =
    actionKey &&
    i18n.t(risky.length > 0 ? 'risk.publishAnyway' : `reports.now.${actionKey}`, [
      countText(covered),
    ]);
  async function confirm(): Promise<void> {
    await batchActions.confirm();
    if (batchActions.question.value?.lacksPassword) focusField(PASSWORD_FIELD);
  }
  const title = counted(`reports.question.${actionKey || 'change'}`, covered);
  return (
    <CoveringDialog label={title} onClose={batchActions.cancelConfirmation}>
      {verb === 'change' && (
        <PrivacyChoice
          name="selected-privacy"
          label={i18n.t('privacy.label')}
          value={privacy}
          onChoose={batchActions.choosePrivacy}
          passwordFieldId={PASSWORD_FIELD}
        />
      )}
      {privacy === Privacy.Password && (
        <PasswordField
          id={PASSWORD_FIELD}
          value={question.password}
          problem={question.lacksPassword ? i18n.t('problem.passwordEmpty') : null}
          announcesProblem
          onEnter={batchActions.enterPassword}
          onCopy={actions.onCopy}
          copied={i18n.t('form.passwordCopied')}
          onCopied={copied.announce}
        />
      )}
      {copied.line}
      <AlertLine>{failure && failureMessage(failure)}</AlertLine>
      <Question
        title={title}
        text={risky.length > 0 ? riskyMessage(risky.map((report) => reportAddress(report))) : ''}
        answers={
          label && covered > 0 ? [{ label, onPress: () => void confirm(), isConsent: true }] : []
        }
        onCancel={batchActions.cancelConfirmation}
        isBusy={question.isSending}
      >
        {actionKey && (
          <Consequences batchActions={batchActions} actionKey={actionKey} table={table.value} />
        )}
      </Question>
    </CoveringDialog>
  );
}

interface ConsequencesProps {
  batchActions: BatchActions;
  actionKey: ActionKey;
  table: Pick<ReportTableState, 'olderShown' | 'olderSelected' | 'selection'>;
}

/** The consequences of the answer, one sentence each. */
function Consequences({ batchActions, actionKey, table }: ConsequencesProps) {
  const { covered, furtherReports, noAddress } = batchActions.counts.value;
  const older = table.olderShown.value;
  const replaced = actionKey === 'update' ? table.olderSelected.value : 0;
  const links = table.selection.selected.value.filter(
    (one) => one.privacy === Privacy.Public,
  ).length;
  const passwords = batchActions.passwords.value;
  const privacy = batchActions.question.value?.privacy ?? null;
  const loses = privacy === Privacy.Password ? 'changes' : 'loses';
  return (
    <>
      <p class="beside">
        {privacy !== null && <PrivacyIcon privacy={privacy} />}
        {actionKey === 'delete'
          ? i18n.t('reports.follows.delete')
          : counted(`reports.follows.${actionKey}`, covered)}
      </p>
      {privacy !== null && passwords > 0 && (
        <p class="beside">
          <PrivacyIcon privacy={Privacy.Password} />
          {counted(`reports.follows.${loses}`, passwords)}
        </p>
      )}
      {actionKey === 'delete' && links > 0 && (
        <p>{counted('reports.follows.publicLinks', links)}</p>
      )}
      {replaced > 0 && <p>{counted('reports.follows.replaces', replaced)}</p>}
      {actionKey === 'delete' && older > 0 && <p>{counted('reports.follows.older', older)}</p>}
      {furtherReports > 0 && <p>{counted('reports.follows.twins', furtherReports)}</p>}
      {noAddress > 0 && <p>{counted('reports.follows.noAddress', noAddress)}</p>}
    </>
  );
}
