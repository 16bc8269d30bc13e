import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { amountText } from '@/components/report/content/value-texts';
import { shortDate, shortDay } from '@/components/text/dates';
import { isolated } from '@/components/text/isolation';
import { counted, countText, sentences } from '@/components/text/language';
import {
  backupFailureMessage,
  historyName,
  restoredMessage,
} from '@/components/text/messages/backup-message';
import { recordsText } from '@/components/text/messages/history-message';
import { Message } from '@/components/ui/message';
import { AlertLine, FailureLine, StatusLine } from '@/components/ui/message-lines';
import { Question } from '@/components/ui/question';
import type { StoredHistory } from '@/lib/history/histories';
import {
  type BackupState,
  type CheckedHistory,
  canRestore,
  isBusy,
  recordsIn,
} from './backup-progress';
import type { Backup } from './backup-state';

/** Saves and restores backups, and lists the histories that belong to no connection. */
export function BackupRegion({ backup }: { backup: Backup }) {
  const state = backup.state.value;
  const lastAt = backup.lastAt.value;
  return (
    <section class="card stack" aria-labelledby="backup" aria-busy={isBusy(state)}>
      <h2 id="backup" tabIndex={-1}>
        {i18n.t('backup.title')}
      </h2>
      <p>{i18n.t(backup.histories.value === null ? 'backup.onlySettings' : 'backup.intro')}</p>
      <p class="quiet">
        {lastAt === null ? i18n.t('backup.never') : i18n.t('backup.last', [shortDate(lastAt)])}
      </p>
      {state.name !== 'choosing' && <Buttons backup={backup} isDisabled={isBusy(state)} />}
      {isBusy(state) && <Progress state={state} onCancel={backup.cancel} />}
      {state.name === 'choosing' && <RestoreForm backup={backup} state={state} />}
      <StatusLine>{outcomeText(state)}</StatusLine>
      <AlertLine>{failureText(state)}</AlertLine>
      <DetachedHistories backup={backup} />
    </section>
  );
}

function Buttons({ backup, isDisabled }: { backup: Backup; isDisabled: boolean }) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <div class="cluster">
      <button type="button" aria-disabled={isDisabled} onClick={() => void backup.save()}>
        {i18n.t('backup.save')}
      </button>
      <button
        type="button"
        aria-disabled={isDisabled}
        onClick={() => {
          if (!isDisabled) file.current?.click();
        }}
      >
        {i18n.t('backup.restore')}
      </button>
      <input
        ref={file}
        type="file"
        accept=".gz,application/gzip"
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) void backup.check(chosen);
          // Otherwise, choosing the same file again would fire no `change` event.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

type BusyState = Extract<BackupState, { done: number }>;

function Progress({ state, onCancel }: { state: BusyState; onCancel: () => void }) {
  const { name, done, total } = state;
  const text =
    name === 'checking'
      ? i18n.t('backup.checking')
      : i18n.t(`backup.${name}`, [countText(done), countText(total)]);
  return (
    <div class="cluster">
      <progress value={done} max={Math.max(1, total)} aria-hidden="true" />
      <span>{text}</span>
      <button type="button" onClick={onCancel}>
        {i18n.t('question.cancel')}
      </button>
    </div>
  );
}

function outcomeText(state: BackupState): string | null {
  if (state.name !== 'done') return null;
  const { outcome } = state;
  switch (outcome.kind) {
    case 'saved':
      return sentences(
        recordsIn(outcome.counts) === 0
          ? i18n.t('backup.savedSettings')
          : i18n.t('backup.saved', [recordsText(outcome.counts)]),
        ...(outcome.unreadable > 0 ? [counted('backup.unreadable', outcome.unreadable)] : []),
      );
    case 'restored': {
      const { restored, hasRestoredSettings } = outcome;
      return restoredMessage(restored, hasRestoredSettings) || i18n.t('backup.nothingNew');
    }
    case 'cancelled': {
      if (outcome.activity !== 'restoring') return i18n.t('backup.cancelled');
      const { restored, hasRestoredSettings } = outcome;
      return sentences(
        i18n.t('backup.restoreCancelled'),
        restoredMessage(restored, hasRestoredSettings),
      );
    }
  }
}

function failureText(state: BackupState): string | null {
  if (state.name !== 'failed') return null;
  const { failure, restored, hasRestoredSettings } = state;
  const hasRecords = restoredMessage(restored, false) !== '';
  const parts = [
    backupFailureMessage(failure),
    hasRecords ? i18n.t('backup.restoreFailed') : '',
    restoredMessage(restored, hasRestoredSettings),
  ];
  return sentences(...parts.filter((part) => part !== ''));
}

interface RestoreFormProps {
  backup: Backup;
  state: Extract<BackupState, { name: 'choosing' }>;
}

/** Shows the content of a backup, and asks what to restore. */
function RestoreForm({ backup, state }: RestoreFormProps) {
  const { savedAt, settings, histories } = state.backup;
  const { choice } = state;
  return (
    <div class="ask stack">
      <h3>{i18n.t('backup.from', [shortDate(savedAt)])}</h3>
      {histories.length > 1 ? (
        <HistoryChoices backup={backup} state={state} />
      ) : (
        histories.map((history) => (
          <OnlyHistory key={0} backup={backup} state={state} history={history} />
        ))
      )}
      {state.backup.otherAccount !== null &&
        histories.map(
          (history, index) =>
            choice.histories.includes(index) && (
              <TargetChoice
                key={index}
                backup={backup}
                state={state}
                history={history}
                index={index}
              />
            ),
        )}
      {settings !== null && (
        <Choice
          label={i18n.t('backup.settings')}
          hint={i18n.t('backup.settingsHint')}
          isChosen={choice.settings}
          onChoose={(isChosen) => backup.choose({ settings: isChosen })}
        />
      )}
      <div class="cluster">
        <button
          type="button"
          class="primary"
          aria-disabled={!canRestore(choice)}
          onClick={() => void backup.restore()}
        >
          {i18n.t('backup.start')}
        </button>
        <button type="button" onClick={backup.cancel}>
          {i18n.t('question.cancel')}
        </button>
      </div>
    </div>
  );
}

/** Shows the only history of a backup, and asks whether to restore the history. */
function OnlyHistory({
  backup,
  state,
  history: { history, counts },
}: RestoreFormProps & { history: CheckedHistory }) {
  return (
    <>
      <ul class="stack tight">
        <li>
          <Message text={historyName(history.identity)} />
          <br />
          <span class="quiet">{recordsText(counts)}</span>
        </li>
      </ul>
      <Choice
        label={i18n.t('backup.evidence')}
        hint={i18n.t('backup.evidenceHint')}
        isChosen={state.choice.histories.length > 0}
        onChoose={(isChosen) => backup.choose({ histories: isChosen ? [0] : [] })}
      />
    </>
  );
}

/** Asks for each history of a backup whether to restore the history. */
function HistoryChoices({ backup, state }: RestoreFormProps) {
  const chosen = state.choice.histories;
  return (
    <fieldset>
      <legend>{i18n.t('backup.evidence')}</legend>
      <ul class="stack tight">
        {state.backup.histories.map(({ history, counts }, index) => (
          <li key={index}>
            <Choice
              label={<Message text={historyName(history.identity)} />}
              hint={recordsText(counts)}
              isChosen={chosen.includes(index)}
              onChoose={(isChosen) => {
                const others = chosen.filter((other) => other !== index);
                backup.choose({ histories: isChosen ? [...others, index] : others });
              }}
            />
          </li>
        ))}
      </ul>
      <p class="quiet">{i18n.t('backup.evidenceHint')}</p>
    </fieldset>
  );
}

interface ChoiceProps {
  label: ComponentChildren;
  hint: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

function Choice({ label, hint, isChosen, onChoose }: ChoiceProps) {
  return (
    <div>
      <label class="checkbox-line beside">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      <p class="quiet">{hint}</p>
    </div>
  );
}

interface TargetChoiceProps extends RestoreFormProps {
  history: CheckedHistory;
  index: number;
}

/** Asks whether a history goes to its own account or to the account in use. */
function TargetChoice({ backup, state, history, index }: TargetChoiceProps) {
  const { toAccountInUse } = state.choice;
  const goesToAccountInUse = toAccountInUse.includes(index);
  const otherIndexes = toAccountInUse.filter((other) => other !== index);
  const option = (isAccountInUse: boolean) => (
    <label class="checkbox-line beside">
      <input
        type="radio"
        name={`target-${index}`}
        checked={goesToAccountInUse === isAccountInUse}
        onChange={() =>
          backup.choose({
            toAccountInUse: isAccountInUse ? [...otherIndexes, index] : otherIndexes,
          })
        }
      />
      <span>{i18n.t(isAccountInUse ? 'backup.inUse' : 'backup.own')}</span>
    </label>
  );
  return (
    <fieldset>
      <legend>
        <Message
          text={sentences(
            `${historyName(history.history.identity)}:`,
            i18n.t('backup.where', [isolated(state.backup.otherAccount?.name ?? '')]),
          )}
        />
      </legend>
      {option(false)}
      {option(true)}
    </fieldset>
  );
}

function DetachedHistories({ backup }: { backup: Backup }) {
  const detached = backup.detached.value;
  if (detached.length === 0) return null;
  return (
    <>
      <h3 id="detached-histories">{i18n.t('backup.detached')}</h3>
      <p class="quiet">{i18n.t('backup.detachedHint')}</p>
      <ul class="stack" aria-labelledby="detached-histories">
        {detached.map((history) => (
          <DetachedHistory key={history.connectionId} backup={backup} history={history} />
        ))}
      </ul>
    </>
  );
}

function DetachedHistory({ backup, history }: { backup: Backup; history: StoredHistory }) {
  const { connectionId, identity, bytes } = history;
  const deletion = backup.deletion.value;
  const isConfirming = deletion?.history.connectionId === connectionId;
  const facts = [
    ...(identity === null ? [] : [i18n.t('backup.lastUsed', [shortDay(identity.usedAt)])]),
    amountText(bytes, 'bytes'),
  ];
  return (
    <li class="stack tight">
      <div class="cluster spread">
        <span>
          <Message text={historyName(identity)} />
          <br />
          <span class="quiet">{facts.join(' · ')}</span>
        </span>
        <button type="button" onClick={() => backup.askDeletion(history)}>
          {i18n.t('backup.delete')}
        </button>
      </div>
      {isConfirming && (
        <>
          <FailureLine failure={deletion.failure} />
          <Question
            text={sentences(
              i18n.t('backup.deleteQuestion', [historyName(identity), recordsText(history)]),
              i18n.t('detached.lostByDeletion'),
            )}
            answers={[
              {
                label: i18n.t('backup.deleteNow'),
                onPress: () => void backup.deleteHistory(),
                isConsent: true,
              },
              {
                label: i18n.t('backup.save'),
                onPress: () => void backup.save(),
                isConsent: false,
              },
            ]}
            onCancel={backup.cancelDeletion}
            isBusy={deletion.isRunning}
          />
        </>
      )}
    </li>
  );
}
