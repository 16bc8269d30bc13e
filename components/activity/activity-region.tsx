import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { BatchItems } from '@/components/activity/batches/batch-item';
import { usePage } from '@/components/page/page-context';
import { counted } from '@/components/text/language';
import { IconButton } from '@/components/ui/icon-button';
import { ActivityLines, DoneItem, Lines } from './activity-lines';
import { doneMessage, restMessage } from './activity-words';
import { isGoingOn, isOpenTask } from './rest';

interface ActivityRegionProps {
  /** The batch that is told of beside the lines already. */
  besides?: string | undefined;
}

/** What was asked for and how it stands: lines below the form, and in the last one the rest. */
export function ActivityRegion({ besides }: ActivityRegionProps) {
  const { lines, batches, rest, restCounts, doneCounts } = usePage().activity;
  const others = batches.shown.value.filter(({ id }) => id !== besides);
  const isOpen = useSignal(false);
  const { unseen } = restCounts.value;
  const isQueue = lines.value.some(isOpenTask);
  const message = restMessage(restCounts.value, lines.value.some(isGoingOn));
  const done = doneMessage(doneCounts.value);
  return (
    <section
      class="activity"
      // Without what goes on, the lines are no queue: they tell what is done.
      aria-label={isQueue || message ? i18n.t('queue.label') : undefined}
      data-next-focus=".activity ul:has(.is-attention), .activity [aria-expanded]"
    >
      <ActivityLines>
        {others.length > 0 && <BatchItems batches={others} />}
        {done && <DoneItem sentence={done} />}
      </ActivityLines>
      {message && (
        <div class="rest">
          <p>{message}</p>
          <IconButton
            label={i18n.t('queue.details')}
            outline={isOpen.value ? 'M6 15l6-6 6 6' : 'M6 9l6 6 6-6'}
            aria-expanded={isOpen.value}
            onClick={() => {
              isOpen.value = !isOpen.value;
            }}
          />
        </div>
      )}
      {message && isOpen.value && rest.value.length > 0 && (
        <ul aria-label={i18n.t('task.label')}>
          <Lines subjects={rest.value} />
        </ul>
      )}
      {message && isOpen.value && unseen > 0 && <p class="note">{counted('task.more', unseen)}</p>}
    </section>
  );
}
