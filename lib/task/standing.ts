import { Failure } from '@/lib/failure';
import { Timestamp, z } from '@/lib/schema';

/**
 * How what is over has ended:
 * - `done`: the service has done it
 * - `gone`: the service no longer has the report that was to be changed
 * - `cancelled`: a person has taken it back, or something that was asked for later
 */
export const End = z.object({ name: z.literal(['done', 'gone', 'cancelled']) });
export type End = z.infer<typeof End>;

/** How what was asked for stands, stored and shown, single or as the row of a batch. */
export const Standing = z.union([
  z.object({
    name: z.literal('waiting'),
    /** Not before this time; null: as soon as its turn comes. */
    until: z.nullable(Timestamp),
  }),
  /** Its request is out, or was when the browser stopped the worker. */
  z.object({ name: z.literal('sent') }),
  /** Of creations alone: the service may have made the report without saying so. It is looked for. */
  z.object({
    name: z.literal('unknown'),
    /** Looks since the last request that did not find it. */
    looks: z.number(),
    lookAt: Timestamp,
    /** What came instead of an answer; null: a success that did not show the report. */
    failure: z.nullable(Failure),
  }),
  z.object({
    name: z.literal('stuck'),
    /**
     * Why a person decides: the service refuses it, nobody can tell whether its report was made, or its
     * password is gone, which was in memory alone.
     */
    reason: z.literal(['refused', 'unconfirmed', 'password']),
    /** Null where the password is gone. */
    failure: z.nullable(Failure),
  }),
  End,
]);
export type Standing = z.infer<typeof Standing>;

/** The standing by that name. */
export type StandingOf<Name extends Standing['name']> = Extract<Standing, { name: Name }>;

/** Whether what stands so is over. */
export function isOver({ name }: { name: string }): boolean {
  return name === 'done' || name === 'gone' || name === 'cancelled';
}

export const DONE: End = { name: 'done' };
export const GONE: End = { name: 'gone' };
export const CANCELLED: End = { name: 'cancelled' };
