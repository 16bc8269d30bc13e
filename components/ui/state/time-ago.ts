import { signal } from '@preact/signals';
import { relativeTime } from '@/components/text/dates';

const MINUTE_MS = 60_000;

let timer: ReturnType<typeof setInterval>;

/** Changes every minute while a view reads the signal. */
const minuteCount = signal(0, {
  watched() {
    timer = setInterval(() => {
      minuteCount.value += 1;
    }, MINUTE_MS);
  },
  unwatched() {
    clearInterval(timer);
  },
});

/**
 * Returns a relative time, such as "3m ago". A view that calls this function is drawn again every
 * minute.
 */
export function timeAgo(iso: string): string {
  void minuteCount.value;
  return relativeTime(iso);
}
