import { useSignal } from '@preact/signals';
import { type ComponentChildren, toChildArray } from 'preact';
import { i18n } from '#i18n';
import { useNoticeInUse } from '@/components/app/notice-line';
import { useCopy, usePage } from '@/components/page/page-context';
import { counted } from '@/components/text/language';
import { CopyButton } from '@/components/ui/copy-button';
import { IconButton } from '@/components/ui/icon';
import { isFinished } from '@/lib/jobs/operation';
import type { JobLine } from '@/lib/jobs/types';
import { plainLine, unstoredLine } from './line';
import type { PageOperation } from './page-operation';
import { BackoffLine, BatchLine, dismissible, OperationLine, QueueLine } from './queue-line';
import { doneMessage } from './queue-words';

interface QueueRegionProps {
  /** Id of a batch that the page shows elsewhere. */
  omittedBatchId?: string | undefined;
}

/** The lines of operations and batches. An open report has its own lines of operations. */
export function QueueRegion({ omittedBatchId }: QueueRegionProps) {
  const { queue, reportState } = usePage();
  const batches = queue.batches.shown.value.filter(({ id }) => id !== omittedBatchId);
  if (reportState.open.value === null) return <WholeQueue batches={batches} />;
  if (batches.length === 0) return null;
  return (
    <section class="queue inset-inline border-below">
      <ul aria-label={i18n.t('batch.list')}>
        <BatchLines batches={batches} />
      </ul>
    </section>
  );
}

/** All lines, and the number of further operations with a button that shows them. */
function WholeQueue({ batches }: { batches: readonly JobLine[] }) {
  const { lines, rest, unlistedCount, doneCounts } = usePage().queue;
  const isOpen = useSignal(false);
  const others = rest.value.length + unlistedCount.value;
  const isQueue = lines.value.some((line) => !isFinished(line));
  const done = doneMessage(doneCounts.value);
  return (
    <section
      class="queue inset-inline border-below"
      // Lines of finished operations alone are not called a queue.
      aria-label={isQueue || others > 0 ? i18n.t('queue.label') : undefined}
    >
      <QueueLines>
        {batches.length > 0 && <BatchLines batches={batches} />}
        {done && <QueueLine line={plainLine('done', done)} />}
      </QueueLines>
      {others > 0 && (
        <div class="rest cluster">
          <p class="grow">{counted('operation.more', others)}</p>
          <IconButton
            label={i18n.t('queue.details')}
            icon={isOpen.value ? 'up' : 'down'}
            aria-expanded={isOpen.value}
            aria-controls="queue-rest"
            onClick={() => {
              isOpen.value = !isOpen.value;
            }}
          />
        </div>
      )}
      {isOpen.value && rest.value.length > 0 && (
        <ul id="queue-rest" aria-label={i18n.t('operation.label')}>
          <OperationLines operations={rest.value} />
        </ul>
      )}
      {isOpen.value && unlistedCount.value > 0 && (
        <p class="rest quiet">{counted('operation.more', unlistedCount.value)}</p>
      )}
    </section>
  );
}

interface QueueLinesProps {
  children?: ComponentChildren;
}

/** The lines of the visible view, between the backoff and the last notice. */
export function QueueLines({ children }: QueueLinesProps) {
  const { queue, notices } = usePage();
  const lines = queue.lines.value;
  const unstored = queue.unstored.value;
  const visibleText = notices.shown.value?.visibleText ?? null;
  const count = lines.length + toChildArray(children).length;
  const needsPerson = lines.some(({ status }) => status.name === 'needsAttention');
  const isEmpty = count === 0 && visibleText === null && unstored === null;
  return (
    <>
      <BackoffLine />
      {!isEmpty && (
        // When the line of a decision disappears, the focus moves to the list of the other lines.
        <ul tabIndex={needsPerson ? -1 : undefined} aria-label={i18n.t('activity.label')}>
          {unstored !== null && <QueueLine line={unstoredLine(unstored)} />}
          <OperationLines operations={lines} />
          {children}
          {visibleText !== null && <NoticeLine key={visibleText} visibleText={visibleText} />}
        </ul>
      )}
    </>
  );
}

const VIEW = ['view'] as const;
const UNDO = ['undo'] as const;

/** The notice about an action without an operation, such as copying. */
export function NoticeLine({ visibleText }: { visibleText: string }) {
  const { notices, hasForm } = usePage();
  const copy = useCopy();
  const handlers = useNoticeInUse(notices);
  const { password = null, isFailure = false, onUndo, view } = notices.shown.value ?? {};
  return (
    <QueueLine
      line={plainLine(isFailure ? 'attention' : 'done', visibleText, {
        verbs: dismissible([...(view ? VIEW : []), ...(onUndo ? UNDO : [])], hasForm),
      })}
      onPress={(verb) => {
        // *View* returns the focus to its button.
        if (verb === 'view') return view?.open();
        notices.dismiss();
        if (verb === 'undo') onUndo?.();
      }}
      handlers={handlers}
    >
      {password && (
        // The button stays after a press, because a person may paste link and password in turn.
        <CopyButton
          label={i18n.t('form.copyPassword')}
          onCopy={() => copy(password, i18n.t('form.passwordCopied'), { password, visibleText })}
        />
      )}
    </QueueLine>
  );
}

function OperationLines({ operations }: { operations: readonly PageOperation[] }) {
  return operations.map((operation) => <OperationLine key={operation.id} operation={operation} />);
}

function BatchLines({ batches }: { batches: readonly JobLine[] }) {
  return batches.map((batch) => <BatchLine key={batch.id} batch={batch} />);
}
