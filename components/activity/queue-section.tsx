import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import type { ReportForm } from '@/components/form/form-state';
import type { ReportList } from '@/components/list/list-state';
import type { PopupActions } from '@/components/popup/popup-state';
import { IconButton } from '@/components/ui/icon-button';
import { Message } from '@/components/ui/message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { QueueDetails } from './queue-details';
import { attentionMessage, retryMessage, shutOutMessage, waitingMessage } from './queue-messages';
import type { TaskList } from './queue-state';

/** A press this soon after the details opened or closed by themselves was meant to do the same. */
const SAME_MOMENT_MS = 500;

interface QueueSectionProps extends Pick<PopupActions, 'onOpenSettings'> {
  form: ReportForm;
  list: ReportList;
  tasks: TaskList;
}

/** The tasks that are told of nowhere else: one line, and behind it what belongs to each. */
export function QueueSection({ form, list, tasks, onOpenSettings }: QueueSectionProps) {
  /** Null while the person has neither opened nor closed the details. */
  const choice = useSignal<boolean | null>(null);
  const attention = attentionMessage(tasks);
  const waiting = waitingMessage(tasks);
  const shutOut = shutOutMessage(tasks);
  const opensItself = attention !== null;
  const before = useRef({ opensItself, changedAt: 0 });
  if (before.current.opensItself !== opensItself) {
    before.current = { opensItself, changedAt: performance.now() };
  }
  if (attention === null && waiting === null) return null;
  const isOpen = choice.value ?? opensItself;
  return (
    <section
      class="queue"
      aria-label={i18n.t('queue.label')}
      data-next-focus=".queue-line [aria-expanded]"
    >
      <div class="queue-line">
        <div>
          <AlertLine>{attention}</AlertLine>
          {waiting && <p>{waiting}</p>}
          <StatusLine>{retryMessage(tasks)}</StatusLine>
        </div>
        <GateButtons tasks={tasks} onOpenSettings={onOpenSettings} />
        <IconButton
          label={i18n.t('queue.details')}
          outline={isOpen ? 'M6 15l6-6 6 6' : 'M6 9l6 6 6-6'}
          aria-expanded={isOpen}
          onClick={() => {
            const { changedAt } = before.current;
            const isSameMoment = changedAt > 0 && performance.now() - changedAt < SAME_MOMENT_MS;
            choice.value = choice.value === null && isSameMoment ? isOpen : !isOpen;
          }}
        />
      </div>
      {shutOut && (
        <p class="note shut-out">
          <Message text={shutOut} />
        </p>
      )}
      {isOpen && <QueueDetails form={form} list={list} tasks={tasks} />}
    </section>
  );
}

/** What opens the closed gate again. */
function GateButtons({ tasks, onOpenSettings }: Omit<QueueSectionProps, 'form' | 'list'>) {
  const code = tasks.gate.value?.failure.code;
  if (code === undefined) return null;
  if (code === 'noPermission') {
    return (
      <button type="button" onClick={() => onOpenSettings()}>
        {i18n.t('queue.allowAccess')}
      </button>
    );
  }
  return (
    <>
      {code === 'keyRefused' && (
        <button type="button" onClick={() => onOpenSettings('apiKey')}>
          {i18n.t('queue.replaceKey')}
        </button>
      )}
      <button
        type="button"
        aria-disabled={tasks.retryState.value === 'running'}
        onClick={tasks.retryNow}
      >
        {i18n.t('queue.retryNow')}
      </button>
    </>
  );
}
