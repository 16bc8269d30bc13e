import { signal } from '@preact/signals';
import { relativeTime } from '@/components/text/dates';

const MINUTE_MS = 60_000;

let timer: ReturnType<typeof setInterval>;

/** Another value each minute, as long as a view follows it. */
const minutes = signal(0, {
  watched() {
    timer = setInterval(() => {
      minutes.value += 1;
    }, MINUTE_MS);
  },
  unwatched() {
    clearInterval(timer);
  },
});

/** How long ago a time was, as `relativeTime` has it: a view that says so is drawn again each minute. */
export function timeAgo(iso: string): string {
  void minutes.value;
  return relativeTime(iso);
}
