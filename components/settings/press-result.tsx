import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { labelled, sentences } from '@/components/text/language';
import { checkMessage } from '@/components/text/messages/check-message';
import { openJobsMessage } from '@/components/text/messages/failure-message';
import { detachedMessage, whichAccountMessage } from '@/components/text/messages/history-message';
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icons';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { Question } from '@/components/ui/question';
import {
  CHECK_STEPS,
  type ConnectionCheck,
  type StepState,
  stepState,
} from '@/lib/connection/check-steps';
import type { ConnectAnswers } from '@/lib/connection/connection';
import type { Connecting } from './connecting-state';
import {
  type ConnectionQuestion,
  type ConnectPress,
  disconnectedBy,
  failureOf,
} from './connection-press';

const STEP_ICONS: Record<StepState, IconName> = {
  passed: 'tick',
  failed: 'cross',
  running: 'busy',
  waiting: 'circle',
};

const STEP_CLASSES: Record<StepState, string> = {
  passed: 'is-passed',
  failed: 'problem',
  running: 'is-turning',
  waiting: 'quiet',
};

/** The steps of a connection check, each with its state. */
function ConnectionSteps({ check }: { check: ConnectionCheck }) {
  return (
    <ol class="steps stack" aria-label={i18n.t('check.label')}>
      {CHECK_STEPS.map((step) => {
        const state = stepState(check, step);
        return (
          <li key={step} class={`beside ${STEP_CLASSES[state]}`}>
            <Icon name={STEP_ICONS[state]} />
            {labelled(i18n.t(`check.${step}`), i18n.t(`check.${state}`))}
          </li>
        );
      })}
    </ol>
  );
}

/**
 * The last press of Connect, Check connection or Disconnect, with its outcome and its question to the
 * person. Always draw it, because screen readers announce only changes of its status.
 */
export function PressResult({ connecting, rowId = null, onSaveBackup }: PressResultProps) {
  if (rowId !== connecting.pressedRow.value) return <StatusLine>{null}</StatusLine>;
  const disconnected = disconnectedBy(connecting.lastPress.value);
  const allowedHost = disconnected?.allowedHost ?? null;
  const check = connecting.check.value;
  return (
    <>
      {check && check.state !== 'passed' && <ConnectionSteps check={check} />}
      <StatusLine>{statusSentence(connecting)}</StatusLine>
      {check?.state === 'passed' && check.printsMessages && (
        <p class="quiet">{i18n.t('check.printsMessages')}</p>
      )}
      <AlertLine>{failureSentence(connecting)}</AlertLine>
      <AlertLine>
        {allowedHost && i18n.t('options.stillAllowed', [isolated(allowedHost)])}
      </AlertLine>
      <AlertLine>{disconnected?.deletion === 'failed' && i18n.t('detached.notDeleted')}</AlertLine>
      <PressQuestion connecting={connecting} onSaveBackup={onSaveBackup} />
    </>
  );
}

function statusSentence(connecting: Connecting): string | null {
  const press = connecting.lastPress.value;
  return press?.name === 'connect'
    ? checkSentence(connecting, press)
    : disconnectedSentence(connecting);
}

function checkSentence(connecting: Connecting, press: ConnectPress): string | null {
  const { check, connectionId, isFirst } = press;
  if (check.state === 'running') {
    return i18n.t(check.at === 'permission' ? 'check.askPermission' : 'check.wait');
  }
  if (check.state === 'failed') return null;
  if (connectionId === null && connecting.hasList.value) {
    return i18n.t('options.connected', [hostText(check.baseUrl)]);
  }
  const isOfForm = connecting.target.value?.id === connectionId;
  // Without a list, `ConnectionLine` names the new connection.
  return isFirst || (isOfForm && connecting.hasChanges.value) ? null : i18n.t('options.checked');
}

function disconnectedSentence({ lastPress }: Connecting): string | null {
  const press = lastPress.value;
  const disconnected = disconnectedBy(press);
  if (press?.name !== 'disconnect' || disconnected === null) return null;
  const { allowedHost, deletion } = disconnected;
  const lastSentence = allowedHost === null ? 'detached.allRemoved' : 'detached.keysRemoved';
  const sentence = press.isLast
    ? i18n.t(lastSentence)
    : i18n.t('detached.keyRemoved', [hostText(press.baseUrl)]);
  return deletion === 'done' ? sentences(sentence, i18n.t('detached.deleted')) : sentence;
}

/** Returns the base URL without its scheme. */
export function hostText(baseUrl: string): string {
  return isolated(baseUrl.replace(/^https?:\/\//, ''));
}

function failureSentence({ lastPress }: Connecting): string | null {
  const failure = failureOf(lastPress.value);
  if (failure === null) return null;
  // The question shows these failures.
  if (failure.code === 'openJobs' || failure.code === 'whichAccount') return null;
  return checkMessage(failure, lastPress.value?.baseUrl ?? '');
}

interface PressResultProps {
  connecting: Connecting;
  /** The connection whose row this is; null outside of rows. */
  rowId?: string | null;
  /** Called when a person wants a backup before a history is deleted. */
  onSaveBackup: () => void;
}

interface QuestionAnswer {
  label: string;
  answers?: ConnectAnswers;
}

function PressQuestion({ connecting, onSaveBackup }: Omit<PressResultProps, 'rowId'>) {
  const question = connecting.question.value;
  if (question === null) return null;
  return (
    <Question
      text={questionText(question)}
      answers={[
        ...answersTo(question).map(({ label, answers }) => ({
          label,
          onPress: () => void connecting.answerQuestion(answers),
          isConsent: true,
        })),
        ...('histories' in question
          ? [{ label: i18n.t('backup.save'), onPress: onSaveBackup, isConsent: false }]
          : []),
      ]}
      onCancel={connecting.cancelConfirmation}
      {...('histories' in question && {
        cancelLabel: i18n.t('detached.keep'),
        isBusy: question.isBusy,
        announcesText: false,
      })}
    />
  );
}

function questionText(question: ConnectionQuestion): string {
  if ('origin' in question) return i18n.t('check.originOffer', [isolated(question.origin)]);
  if ('openJobs' in question) return openJobsMessage(question.openJobs);
  if ('account' in question) return whichAccountMessage(question.account);
  return detachedMessage(question.histories);
}

function answersTo(question: ConnectionQuestion): readonly QuestionAnswer[] {
  if ('origin' in question) return [{ label: i18n.t('check.tryOrigin', [question.origin]) }];
  if ('histories' in question) return [{ label: i18n.t('detached.delete') }];
  if ('account' in question) {
    const { connectionId } = question.account;
    return [
      { label: i18n.t('whichAccount.same'), answers: { sameAs: connectionId } },
      { label: i18n.t('whichAccount.another'), answers: { others: [connectionId] } },
    ];
  }
  switch (question.openJobs.change) {
    case 'disconnect':
      return [{ label: i18n.t('openJobs.disconnectAnyway'), answers: { dropsOpenJobs: true } }];
    case 'otherService':
      return [{ label: i18n.t('openJobs.connectAnyway'), answers: { keepsOpenJobs: true } }];
    case 'otherAccount':
      return [
        { label: i18n.t('openJobs.keepReports'), answers: { keepsOpenJobs: true } },
        { label: i18n.t('openJobs.dropReports'), answers: { dropsOpenJobs: true } },
      ];
  }
}
