import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Outcomes } from '@/lib/front/outcomes';
import { hasFailed } from '@/lib/outcome';
import type { Check } from '@/lib/report/content/checks';
import type { Found, Report } from '@/lib/report/report';

interface FoundTools {
  background: Pick<BackgroundApi, 'found'>;
  outcomes: ReadonlySignal<Outcomes>;
  /** What the list says of the failed checks of a report as it is; null where it does not. */
  foundInList(report: Report): readonly Check[] | null;
}

/**
 * Makes the way to what was found in the failed checks of a report as it is: the list has said it, or the
 * answer that has made the report or its result while the page was open. Null where neither has.
 */
export function createFound({ background, outcomes, foundInList }: FoundTools) {
  const answered = signal<Readonly<Record<string, Found>>>({});
  let seen = outcomes.peek().last;

  async function take(reportIds: readonly string[]): Promise<void> {
    const found = await attempt(() => background.found(reportIds));
    // Rows whose checks are not to be had say that they are not read.
    if (!hasFailed(found)) answered.value = { ...answered.value, ...found.value };
  }

  effect(() => {
    const { last, singles, rows } = outcomes.value;
    const ids = [...singles, ...rows].flatMap(({ number, summary }) =>
      number > seen && summary !== null ? [summary.id] : [],
    );
    seen = last;
    if (ids.length > 0) untracked(() => void take(ids));
  });

  return (report: Report): readonly Check[] | null => {
    const found = answered.value[report.id];
    return found?.generatedAt === report.generatedAt ? found.checks : foundInList(report);
  };
}
