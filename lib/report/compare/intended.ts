import type { FailedCheck } from '@/lib/report/importance';
import type { PageMute } from '@/lib/report/mutes';
import { clientsOf } from './clients';
import type { PageRow } from './findings';

/** A check that is muted on pages of one client. */
export interface IntendedProblem extends Pick<FailedCheck, 'name' | 'importance'> {
  client: string;
  /** The number of pages on which the check is muted. */
  pages: number;
  /** The keys of the client's pages that mutes of the check name. The check may pass on some. */
  pageKeys: readonly string[];
  /** The mutes that hide the check on these pages, each once, the latest first. */
  mutes: readonly PageMute[];
}

/** Returns the number of muted findings. */
export function countIntended(rows: readonly PageRow[]): number {
  return rows.reduce((sum, { verdict }) => sum + verdict.muted.length, 0);
}

/** Returns the muted checks of each client, in the order of the clients; the most pages come first. */
export function intendedProblems(rows: readonly PageRow[]): IntendedProblem[] {
  return clientsOf(rows).flatMap(({ name: client, pages }) => {
    const checks = new Map(
      pages.flatMap(({ verdict }) => verdict.muted).map((check) => [check.name, check]),
    );
    return [...checks.values()]
      .map(({ name, importance }): IntendedProblem => {
        const muted = pages.filter(({ verdict }) => isIn(verdict.muted, name));
        return {
          client,
          name,
          importance,
          pages: muted.length,
          pageKeys: keysNamedFor(name, pages),
          mutes: mutesOn(muted, name),
        };
      })
      .sort((one, other) => other.pages - one.pages);
  });
}

function keysNamedFor(check: string, rows: readonly PageRow[]): string[] {
  const isNamed = (mute: PageMute) => mute.check === check && mute.host === null;
  return rows.filter(({ mutes }) => mutes.some(isNamed)).map(({ key }) => key);
}

function mutesOn(rows: readonly PageRow[], check: string): PageMute[] {
  const all = rows.flatMap(({ mutes }) => mutes.filter((mute) => mute.check === check));
  const byId = new Map(all.map((mute) => [mute.id, mute]));
  return [...byId.values()].sort((one, other) => (one.at > other.at ? -1 : 1));
}

function isIn(checks: readonly FailedCheck[], name: string): boolean {
  return checks.some((check) => check.name === name);
}
