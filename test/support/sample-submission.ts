import type { Submission } from '@/lib/submission/submission';

/** What differs from state to state. */
export type SubmissionState = Submission extends infer One
  ? One extends Submission
    ? Omit<One, keyof Facts>
    : never
  : never;
type Facts = Omit<Submission, 'state'>;

/** A submission that waits, private and never sent, where nothing else is said. */
export function sampleSubmission(
  id: string,
  state: SubmissionState = { state: 'waiting' },
  fields: Partial<Omit<Submission, 'id' | 'state'>> = {},
): Submission {
  return {
    id,
    url: `https://host.example/${id}`,
    privacy: 1,
    order: 1,
    isPrivateWindow: false,
    sends: 0,
    knownIds: [],
    newestKnownId: null,
    isPageKnown: true,
    requestedAt: null,
    ...fields,
    ...state,
  } as Submission;
}
