import { type Line, lineOf } from '@/components/activity/line';
import { Privacy } from '@/lib/report/privacy';
import type { BatchEntry } from '@/lib/task/batch/batch-entries';
import type { Gate } from '@/lib/task/gate/gate';

/**
 * How one creation of a batch stands: its word and its reason are those of lines.
 * @param gate why nothing goes out, where rows are to tell that; null otherwise
 */
export function entryLine(entry: BatchEntry, gate: Gate | null): Line {
  const { url, standing, report } = entry;
  // The privacy is the batch's, and no part of its lines.
  const draft = { url, privacy: Privacy.Private };
  return lineOf(
    {
      ...{ id: url, wish: { kind: 'create', draft }, standing },
      ...{ isNamed: false, report, awaited: null },
    },
    { gate, isGateTold: false },
  );
}
