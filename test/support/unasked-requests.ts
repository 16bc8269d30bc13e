import { vi } from 'vitest';
import { hasFailed } from '@/lib/outcome';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { createServicePause } from '@/lib/service/service-pause';
import { createUnaskedRequests } from '@/lib/service/unasked-requests';
import type { Clock } from './clock';
import type { FakeClient } from './fake-client';

/** What goes out by itself at a service whose list tells whether it takes requests. */
export function startUnaskedRequests({ list }: Pick<FakeClient, 'list'>, { now }: Clock) {
  const pause = createServicePause(now);
  const onPauseChange = vi.fn();
  const requests = createUnaskedRequests({
    pause,
    ready: async () => {},
    async probe() {
      if (pause.isOn()) return false;
      const before = pause.current;
      const listed = await list(RECENT_REPORTS_QUERY);
      if (hasFailed(listed)) pause.fail(before, listed.failure);
      else pause.succeed(before);
      return pause.current === null;
    },
    onPauseChange,
  });
  return { pause, requests, onPauseChange };
}
