import type { MutableFindings } from '@/components/page/muting';
import { targetsText } from '@/components/report/content/intended-words';
import { clientsOf } from '@/lib/report/compare/clients';
import type { PageRow } from '@/lib/report/compare/findings';
import { muteTargets, type PageFinding } from '@/lib/report/mute-targets';

/**
 * Returns the findings of a check on pages, for the form that mutes these findings. The pages of each client
 * get a separate mute. Returns null if the check fails on no page.
 */
export function mutableFindings(check: string, pages: readonly PageRow[]): MutableFindings | null {
  const targets = clientsOf(pages).flatMap((client) =>
    muteTargets(
      check,
      client.pages.flatMap((row) => findingOn(row, check)),
    ),
  );
  return targets.length === 0
    ? null
    : { check, places: [{ targets, where: targetsText(targets) }] };
}

export function findingOn({ key, verdict }: PageRow, check: string): PageFinding | [] {
  const failure = verdict.failing?.find(({ name }) => name === check);
  if (failure === undefined) return [];
  return { page: key, ...(failure.errors && { errors: failure.errors }) };
}
