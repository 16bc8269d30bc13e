import { useSignal } from '@preact/signals';
import { type ComponentChildren, toChildArray } from 'preact';
import { i18n } from '#i18n';
import { useCopy, usePage } from '@/components/app/page-context';
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
  /** The batch that is shown beside the lines already. */
  besides?: string | undefined;
}

/** The lines of operations and batches; of batches alone while a report is open, which has its own lines. */
export function QueueRegion({ besides }: QueueRegionProps) {
  const { queue, reportState } = usePage();
  const batches = queue.batches.shown.value.filter(({ id }) => id !== besides);
  if (reportState.open.value === null) return <WholeQueue batches={batches} />;
  if (batches.length === 0) return null;
  return (
    <section class="queue">
      <ul aria-label={i18n.t('batch.list')}>
        <BatchLines batches={batches} />
      </ul>
    </section>
  );
}

/** All lines, and below them the rest, which is counted and can be opened. */
function WholeQueue({ batches }: { batches: readonly JobLine[] }) {
  const { lines, rest, unseen, doneCounts } = usePage().queue;
  const isOpen = useSignal(false);
  const others = rest.value.length + unseen.value;
  const isQueue = lines.value.some((line) => !isFinished(line));
  const done = doneMessage(doneCounts.value);
  return (
    <section
      class="queue"
      // Without what goes on, the lines are no queue: they say what is done.
      aria-label={isQueue || others > 0 ? i18n.t('queue.label') : undefined}
    >
      <QueueLines>
        {batches.length > 0 && <BatchLines batches={batches} />}
        {done && <QueueLine line={plainLine('done', done)} />}
      </QueueLines>
      {others > 0 && (
        <div class="rest cluster">
          <p class="grow">{counted('task.more', others)}</p>
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
        <ul id="queue-rest" aria-label={i18n.t('task.label')}>
          <OperationLines operations={rest.value} />
        </ul>
      )}
      {isOpen.value && unseen.value > 0 && (
        <p class="rest quiet">{counted('task.more', unseen.value)}</p>
      )}
    </section>
  );
}

interface QueueLinesProps {
  /** Further items of the list. */
  children?: ComponentChildren;
}

/** The lines of what is in sight: the backoff above all, and the last notice below. */
export function QueueLines({ children }: QueueLinesProps) {
  const { queue } = usePage();
  const lines = queue.lines.value;
  const notice = queue.notice.value;
  const unstored = queue.unstored.value;
  const hasNotice = notice !== null && notice.visibleText !== null;
  const count = lines.length + toChildArray(children).length;
  const needsPerson = lines.some(({ status }) => status.name === 'needsAttention');
  const isEmpty = count === 0 && !hasNotice && unstored === null;
  return (
    <>
      <BackoffLine />
      {!isEmpty && (
        // Where a person has to decide, the next decision is near.
        <ul tabIndex={needsPerson ? -1 : undefined} aria-label={i18n.t('activity.label')}>
          {unstored !== null && <QueueLine line={unstoredLine(unstored)} />}
          <OperationLines operations={lines} />
          {children}
          <NoticeLine />
        </ul>
      )}
    </>
  );
}

/** What came of something that has no line of its own, such as copying. */
function NoticeLine() {
  const { queue, hasForm } = usePage();
  const copy = useCopy();
  const { visibleText, password, isFailure } = queue.notice.value ?? { visibleText: null };
  if (visibleText === null) return null;
  return (
    <QueueLine
      line={plainLine(isFailure ? 'attention' : 'done', visibleText, {
        verbs: dismissible([], hasForm),
      })}
      onPress={() => queue.announce(null)}
    >
      {password && (
        // It stays when it was pressed, with its line: link and password may be pasted in turn.
        <CopyButton
          label={i18n.t('form.copyPassword')}
          onCopy={() => copy(password, i18n.t('form.passwordCopied'), password, visibleText)}
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
