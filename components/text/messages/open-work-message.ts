import { i18n } from '#i18n';
import { counted, listOf } from '@/components/text/language';
import type { OpenWork } from '@/lib/failure';

const KINDS = ['creations', 'changes', 'deletions'] as const;

/** Returns how many operations a disconnection concerns, and whether it drops the operations. */
export function openWorkMessage(work: OpenWork): string {
  const waiting = KINDS.filter((kind) => work[kind] > 0).map((kind) =>
    counted(`openWork.${kind}`, work[kind]),
  );
  return i18n.t(work.canBeKept ? 'openWork.kept' : 'openWork.dropped', [listOf(waiting)]);
}
