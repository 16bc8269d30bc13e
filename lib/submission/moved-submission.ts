import type { Failure } from '@/lib/failure';
import type { Submission } from './submission';
import { refused, unconfirmed, unsent, withoutPassword } from './submission-steps';

/**
 * A submission as it goes on under another account; null where its report is made. What was known of
 * the former account's reports tells nothing there, and what may have been made under that account is
 * neither searched for nor sent again without a person's word.
 */
export function movedSubmission(submission: Submission): Submission | null {
  const { id, order, url, privacy, isPrivateWindow, sends } = submission;
  const fresh = unsent({ id, order, url, privacy, isPrivateWindow });
  switch (submission.state) {
    case 'failed':
      return refused(fresh, submission.failure);
    case 'checking':
      // The service accepted it without showing it.
      if (submission.failure === null) return null;
      break;
    case 'needs-attention':
      if (submission.reason === 'password' && sends === 0) return withoutPassword(fresh);
  }
  if (sends === 0 && submission.state === 'waiting') return fresh;
  return unconfirmed({ ...fresh, sends }, failureOf(submission));
}

function failureOf(submission: Submission): Failure {
  return ('failure' in submission && submission.failure) || { code: 'interrupted' };
}
