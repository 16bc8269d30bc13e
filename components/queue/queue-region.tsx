import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { usePage } from '@/components/app/page-context';
import { counted } from '@/components/text/language';
import { IconButton } from '@/components/ui/icon';
import { isFinished } from '@/lib/jobs/operation';
import { BatchItems } from './batch-item';
import { ActivityLines, Lines, NoticeItem } from './queue-lines';
import { doneMessage } from './queue-words';

interface ActivityRegionProps {
  /** The batch that is shown beside the lines already. */
  besides?: string | undefined;
}

/** The lines of operations and batches below the form, and in the last one the rest. */
export function ActivityRegion({ besides }: ActivityRegionProps) {
  const { lines, batches, rest, unseen, doneCounts } = usePage().activity;
  const goingOn = batches.shown.value.filter(({ id }) => id !== besides);
  const isOpen = useSignal(false);
  const others = rest.value.length + unseen.value;
  const isQueue = lines.value.some((line) => !isFinished(line));
  const done = doneMessage(doneCounts.value);
  return (
    <section
      class="activity"
      // Without what goes on, the lines are no queue: they say what is done.
      aria-label={isQueue || others > 0 ? i18n.t('queue.label') : undefined}
      data-next-focus=".activity ul:has(.is-attention), .activity [aria-expanded]"
    >
      <ActivityLines>
        {goingOn.length > 0 && <BatchItems batches={goingOn} />}
        {done && <NoticeItem tone="done" sentence={done} />}
      </ActivityLines>
      {others > 0 && (
        <div class="rest">
          <p>{counted('task.more', others)}</p>
          <IconButton
            label={i18n.t('queue.details')}
            icon={isOpen.value ? 'up' : 'down'}
            aria-expanded={isOpen.value}
            onClick={() => {
              isOpen.value = !isOpen.value;
            }}
          />
        </div>
      )}
      {isOpen.value && rest.value.length > 0 && (
        <ul aria-label={i18n.t('task.label')}>
          <Lines operations={rest.value} />
        </ul>
      )}
      {isOpen.value && unseen.value > 0 && <p class="note">{counted('task.more', unseen.value)}</p>}
    </section>
  );
}
