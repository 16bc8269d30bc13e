import { computed, type ReadonlySignal } from '@preact/signals';
import { attempt } from '@/lib/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { type Deletion, isHidden } from '@/lib/deletion/deletion';
import type { Duplicate, DuplicateRecord } from '@/lib/duplicate/duplicate';
import type { Report } from '@/lib/report/report';

/** Reports that were made twice, as the popup says it. */
export interface DuplicateNotices {
  /** Without those of which one report is being deleted. */
  shown: ReadonlySignal<readonly Duplicate[]>;
  /** Deletes the report that is too many, which can be undone. */
  remove(duplicate: Duplicate): void;
  /** Says no more of it; both reports stay. */
  dismiss(duplicate: Duplicate): void;
}

interface DuplicateNoticesTools {
  background: Pick<BackgroundApi, 'dismissDuplicate'>;
  record: ReadonlySignal<DuplicateRecord | undefined>;
  /** Deletions as they stand. */
  pending: ReadonlySignal<readonly Deletion[]>;
  removeReport(report: Report): Promise<void>;
}

/** Makes the notices. */
export function createDuplicateNotices(tools: DuplicateNoticesTools): DuplicateNotices {
  const { background, record, pending, removeReport } = tools;
  return {
    shown: computed(() =>
      (record.value?.found ?? []).filter(({ own, extra }) =>
        [own, extra].every(({ id }) => !isHidden(pending.value, id)),
      ),
    ),
    remove: ({ extra }) => void removeReport(extra),
    dismiss: ({ extra }) => void attempt(() => background.dismissDuplicate(extra.id)),
  };
}
