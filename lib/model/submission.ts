import type { Failure } from './failure';
import type { Privacy } from './privacy';

/** A report that a person has asked for, kept until the service has answered for it. */
export type Submission = {
  /** Made by the page that asked; the same id is never sent twice. */
  id: string;
  url: string;
  /** A password is never kept with it. */
  privacy: Privacy;
  /** Reports of this page that were there before, so that a new one can be told from them. */
  knownIds: string[];
} & (
  | { state: 'sending' }
  /** The service has refused it: there is no such report. */
  | { state: 'failed'; failure: Failure }
  /** No answer came and the service lists no such report, yet it may still make one. */
  | { state: 'unclear'; failure: Failure }
);
