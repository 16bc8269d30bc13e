import { usePage } from '@/components/page/page-context';
import { NoticeLine } from './queue-region';

/** The shown notice, for a view without the lines of operations. */
export function LoneNotice() {
  const visibleText = usePage().notices.shown.value?.visibleText ?? null;
  if (visibleText === null) return null;
  return (
    <section class="queue inset-inline">
      <ul>
        <NoticeLine key={visibleText} visibleText={visibleText} />
      </ul>
    </section>
  );
}
