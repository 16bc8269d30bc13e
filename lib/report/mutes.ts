import { Timestamp, z } from '@/lib/schema';
import { hostOfPage } from '@/lib/url/page-key';
import type { FailedCheck } from './importance';

/**
 * The checks whose outcome is the same on all pages of a host. Only these checks can be muted for a host.
 */
export const HOST_CHECKS = ['404_page', 'sitemap', 'http2', 'htst', 'server_signature'] as const;

/** In characters. */
export const MAX_NOTE_LENGTH = 200;

/** The muted kinds of error, see `FailedCheck.errors`. Null if unknown: all kinds are muted. */
const MutedErrors = z.nullable(z.array(z.string()));

const Note = /* @__PURE__ */ z.string().check(z.maxLength(MAX_NOTE_LENGTH));

const MuteFields = z.object({
  id: z.string(),
  /** Time at which a person muted the check. */
  at: Timestamp,
  /** Empty without a note. */
  note: Note,
});

/** A failed check that a person has declared intended, on some pages or on a host. */
export const Mute = z.union([
  z.extend(MuteFields, {
    check: z.string(),
    /** By page key. The kinds of error may differ from page to page. */
    pages: z.array(z.object({ page: z.string(), errors: MutedErrors })),
  }),
  z.extend(MuteFields, {
    check: z.literal(HOST_CHECKS),
    /** Without `www.` and port. */
    host: z.string(),
    errors: MutedErrors,
  }),
]);
export type Mute = z.infer<typeof Mute>;

/** A mute as it applies to one page. */
export interface PageMute extends Pick<Mute, 'id' | 'check' | 'at' | 'note'> {
  /** The muted kinds of error; null for all kinds. */
  errors: readonly string[] | null;
  /** Null if the mute names the page itself. */
  host: string | null;
}

/** The mutes of a page without mutes. */
export const NO_MUTES: readonly PageMute[] = [];

/** Returns the mutes that apply to each page, in the order of the page keys. */
export function mutesOfPages(mutes: readonly Mute[], pages: readonly string[]): PageMute[][] {
  const byPage = new Map(pages.map((page): [string, PageMute[]] => [page, []]));
  const byHost = new Map<string, PageMute[]>();
  for (const mute of mutes) {
    const { id, check, at, note } = mute;
    const shared = { id, check, at, note };
    if ('host' in mute) {
      const { host, errors } = mute;
      byHost.set(host, [...(byHost.get(host) ?? []), { ...shared, errors, host }]);
    } else {
      for (const { page, errors } of mute.pages) {
        byPage.get(page)?.push({ ...shared, errors, host: null });
      }
    }
  }
  return pages.map((page) => [
    ...(byPage.get(page) ?? []),
    ...(byHost.get(hostOfPage(page)) ?? []),
  ]);
}

/**
 * Whether every kind of error of a failed check is muted. If the kinds are unknown, any mute of the check
 * applies.
 * @param mutes the mutes of the page
 */
export function isMuted(
  { name, errors }: Pick<FailedCheck, 'name' | 'errors'>,
  mutes: readonly PageMute[],
): boolean {
  const mutesOfCheck = mutes.filter(({ check }) => check === name);
  if (mutesOfCheck.length === 0) return false;
  const isKindMuted = (kind: string) =>
    mutesOfCheck.some((mute) => mute.errors === null || mute.errors.includes(kind));
  return errors === undefined || errors.every(isKindMuted);
}

/**
 * Whether a mute is unnecessary, because other mutes cover the same findings. Two windows may mute
 * the same finding at the same time.
 */
export function isCovered(mute: Mute, others: readonly Mute[]): boolean {
  if ('host' in mute) {
    // The key of the start page equals the host, so mutes of pages must not count.
    const hostMutes = others.filter((one) => 'host' in one);
    return areCovered(mute.check, [{ page: mute.host, errors: mute.errors }], hostMutes);
  }
  return areCovered(mute.check, mute.pages, others);
}

function areCovered(
  name: string,
  pages: readonly { page: string; errors: string[] | null }[],
  mutes: readonly Mute[],
): boolean {
  const keys = pages.map(({ page }) => page);
  const mutesByPage = mutesOfPages(mutes, keys);
  return pages.every(({ errors }, at) =>
    isMuted({ name, errors: errors ?? undefined }, mutesByPage[at] ?? []),
  );
}
