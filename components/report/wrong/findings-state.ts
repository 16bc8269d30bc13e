import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { findingsOf } from '@/lib/report/compare/findings';
import type { Rating } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';

/** What the rows can be filtered by: a rating, or the name of a check that fails. */
export type Finding = { rating: Rating } | { check: string };

interface FindingsTools {
  reports: ReadonlySignal<readonly Report[]>;
  /** Those of them that are selected. */
  selected: ReadonlySignal<readonly Report[]>;
}

/** What is wrong on the pages of many reports, and the filter by that. */
export type FindingsFilter = ReturnType<typeof createFindingsFilter>;

/** Makes it, without a filter. */
export function createFindingsFilter({ reports, selected }: FindingsTools) {
  const finding = signal<Finding | null>(null);
  const isOfSelection = signal(false);
  const hasSelection = computed(() => selected.value.length > 0);
  const ofSelection = computed(() => isOfSelection.value && hasSelection.value);
  const findings = computed(() => findingsOf((ofSelection.value ? selected : reports).value));
  /** The reports that the filter leaves; null where it leaves all. */
  const left = computed(() => {
    const chosen = finding.value;
    if (chosen === null) return null;
    const { byRating, failing } = findings.value;
    const found =
      'rating' in chosen
        ? byRating[chosen.rating]
        : failing.find(({ name }) => name === chosen.check)?.reports;
    return new Set((found ?? []).map(({ id }) => id));
  });
  const isChosen = (other: Finding) => JSON.stringify(other) === JSON.stringify(finding.value);

  return {
    findings,
    hasSelection,
    /** Whether the selected reports alone count. */
    ofSelection: ofSelection as ReadonlySignal<boolean>,
    toggleSelection(): void {
      isOfSelection.value = !ofSelection.value;
    },
    isChosen,
    /** Whether any filter is on. */
    isOn: computed(() => finding.value !== null),
    /** Filters by it, and by nothing where that is the filter already. */
    toggle(other: Finding): void {
      finding.value = isChosen(other) ? null : other;
    },
    clear(): void {
      finding.value = null;
    },
    /** The rows that the filter leaves. */
    shown: computed(() => {
      const ids = left.value;
      return ids === null ? reports.value : reports.value.filter(({ id }) => ids.has(id));
    }),
  };
}
