import type { Client } from '@/lib/service/client';
import { limitClient, type RequestLimits } from '@/lib/service/limited-client';
import { createServicePause, type ServicePause } from '@/lib/service/service-pause';
import { createUnaskedRequests, type UnaskedRequests } from '@/lib/service/unasked-requests';
import { createAskedClient } from './asked-client';

/** How a session talks to its service. */
export interface SessionRequests {
  pause: ServicePause;
  /** For what a person asks for: no pause holds it back, and it goes before all else. */
  asked: Client;
  /** For what goes out by itself. */
  unasked: Client;
  /** For what of that is none of the queue. */
  requests: UnaskedRequests;
}

interface SessionRequestTools {
  client: Client;
  limits: RequestLimits;
  now(): number;
  /** Resolves when the pause of an earlier worker is known. */
  ready(): Promise<void>;
  /** Asks for a list, which tells whether the service takes requests, and the pause if not. */
  probe(): Promise<boolean>;
  /** Called when anything but the queue has begun a pause, or ended one. */
  onPauseChange(): void;
}

/** Makes the requests of one session, which keep to one limit and to one pause. */
export function createSessionRequests(tools: SessionRequestTools): SessionRequests {
  const { client, limits, now } = tools;
  const pause = createServicePause(now);
  return {
    pause,
    asked: createAskedClient(limitClient(client, limits, true), { ...tools, pause }),
    unasked: limitClient(client, limits, false),
    requests: createUnaskedRequests({ ...tools, pause }),
  };
}
