import { effect } from '@preact/signals';
import { i18n } from '#i18n';
import type { PageState } from './page-state';

type LostRoutePage = Pick<PageState, 'routes' | 'reportState' | 'notices'>;

/**
 * Announces that the extension page was opened for an unknown view, and leaves an unknown report.
 * Returns a function that makes the same announcement for another view.
 */
export function leaveLostRoute({ routes, reportState, notices }: LostRoutePage): () => void {
  function announce(): void {
    notices.announce(i18n.t('report.lost'), { isFailure: true });
  }
  if (routes.isLost) announce();
  effect(() => {
    const id = reportState.lostId.value;
    if (id !== null) void routes.leave(id).then(announce);
  });
  return announce;
}
