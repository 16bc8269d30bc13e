import { AnyPrivacy } from '@/lib/report/privacy';
import { z } from '@/lib/schema';

/** A report that was just asked for without a form. */
export const RecentWish = z.object({
  /** Of its submission. */
  id: z.string(),
  url: z.string(),
  privacy: AnyPrivacy,
  isPrivateWindow: z.boolean(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});
export type RecentWish = z.infer<typeof RecentWish>;

export const RecentWishes = z.array(RecentWish);
export type RecentWishes = z.infer<typeof RecentWishes>;

/** Within this time the same press again is impatience, or half of a double click: no second report. */
const ONE_WISH_MS = 10_000;

/** The recent wishes with another one: under the id of an equal one, which stays as it is. */
export function withWish(wishes: RecentWishes, wish: RecentWish): RecentWishes {
  const recent = wishes.filter(({ at }) => Math.abs(wish.at - at) < ONE_WISH_MS);
  return recent.some((one) => isSameWish(one, wish)) ? recent : [...recent, wish];
}

/** Whether two presses ask for the same report. */
export function isSameWish(one: RecentWish, other: RecentWish): boolean {
  return (
    one.url === other.url &&
    one.privacy === other.privacy &&
    one.isPrivateWindow === other.isPrivateWindow
  );
}
