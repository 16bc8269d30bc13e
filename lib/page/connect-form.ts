import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { Connection, ConnectRequest, OpenWorkConsent } from '@/lib/connection/connection';
import type { ConnectionCheck } from '@/lib/connection/connection-check';
import type { OpenWork } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import { hostOf } from '@/lib/url/host-pattern';
import { type ConnectFields, createConnectFields } from './connect-input';
import { createDisconnection, type DisconnectionState } from './disconnection';

/** The form that connects to a service, and how its connection check goes. */
export interface ConnectForm extends Omit<ConnectFields, 'read'> {
  check: ReadonlySignal<ConnectionCheck | null>;
  /** How the last press of Disconnect went. */
  disconnection: ReadonlySignal<DisconnectionState | null>;
  /** Call it in the submit event itself: the permission dialog needs its gesture. */
  connect(): Promise<void>;
  /** The same with consent to drop what the last check says is open; nothing where it did not ask. */
  connectAnyway(): Promise<void>;
  /** The same with consent to go on with it; nothing where the last check did not offer that. */
  keepWaitingReports(): Promise<void>;
  /** Takes the connection down, or asks where anything is open. */
  disconnect(): Promise<void>;
  /** Takes it down at a person's word, which counts only while it is asked for. */
  disconnectAnyway(): Promise<void>;
}

interface ConnectFormTools {
  connection: ReadonlySignal<Connection | undefined>;
  requestPermission(baseUrl: string): Promise<boolean>;
  hasPermission(baseUrl: string): Promise<boolean>;
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
  disconnect(dropsOpenWork: boolean): Promise<Outcome<null>>;
}

/** Makes the form, filled with the connection that stands. */
export function createConnectForm(tools: ConnectFormTools): ConnectForm {
  const check = signal<ConnectionCheck | null>(null);
  const { connection } = tools;
  const fields = createConnectFields(connection, () => {
    // A question is about one address and one key.
    if (asked()) check.value = null;
  });
  const { baseUrl, apiKey, problems } = fields;
  /** The address that is or was connected. */
  let lastBaseUrl = connection.value?.baseUrl;
  const disconnection = createDisconnection(tools.disconnect, async () => {
    const left = lastBaseUrl;
    return left !== undefined && (await tools.hasPermission(left)) ? hostOf(left) : null;
  });
  connection.subscribe((current) => {
    lastBaseUrl = current?.baseUrl ?? lastBaseUrl;
    // Nor does it go over to another connection, which another tab may have made.
    if (asked()) check.value = null;
    const told = disconnection.state.value?.state;
    // Of one that was made again, nothing that was said of its end is true any more.
    if (told === 'asking' || (told === 'done' && current !== undefined)) disconnection.forget();
  });

  /** What the last check asks a person about, of this very address and key; null where it does not. */
  function asked(): OpenWork | null {
    const former = check.value;
    if (former?.state !== 'failed' || former.failure.code !== 'openWork') return null;
    return former.failure;
  }

  function isRunning(): boolean {
    return check.value?.state === 'running';
  }

  /** Asks within this very call, before anything is awaited. */
  async function isGranted(base: string): Promise<boolean> {
    try {
      return await tools.requestPermission(base);
    } catch {
      return false;
    }
  }

  async function runCheck(request: ConnectRequest): Promise<ConnectionCheck> {
    if (!(await isGranted(request.baseUrl))) {
      const { origin } = new URL(request.baseUrl);
      return { state: 'failed', at: 'permission', failure: { code: 'noPermission', origin } };
    }
    check.value = { state: 'running', at: 'reachable' };
    try {
      return await tools.connect(request);
    } catch {
      return { state: 'failed', at: 'reachable', failure: { code: 'interrupted' } };
    }
  }

  async function connect(consent: OpenWorkConsent = {}): Promise<void> {
    if (isRunning()) return;
    fields.leaveBaseUrl();
    const read = fields.read();
    batch(() => {
      problems.value = 'problems' in read ? read.problems : {};
      check.value = 'value' in read ? { state: 'running', at: 'permission' } : null;
      disconnection.forget();
    });
    if ('problems' in read) return;
    const typed = { baseUrl: baseUrl.value, apiKey: apiKey.value };
    const ended = await runCheck({ ...read.value, ...consent });
    batch(() => {
      check.value = ended;
      // What was typed in the meantime stays, and no consent to what was typed before is for it.
      const isSameBase = baseUrl.value === typed.baseUrl;
      const isSameKey = apiKey.value === typed.apiKey;
      if (asked() && !(isSameBase && isSameKey)) check.value = null;
      if (ended.state !== 'passed') return;
      if (isSameBase) baseUrl.value = ended.baseUrl;
      if (isSameKey) apiKey.value = '';
    });
  }

  async function disconnect(run: () => Promise<void>): Promise<void> {
    if (isRunning()) return;
    check.value = null;
    await run();
    // Connect was pressed since.
    if (check.value !== null) disconnection.forget();
  }

  return {
    ...fields,
    check,
    disconnection: disconnection.state,
    connect: () => connect(),
    async connectAnyway() {
      if (asked()) await connect({ dropsOpenWork: true });
    },
    async keepWaitingReports() {
      if (asked()?.canBeKept) await connect({ keepsOpenWork: true });
    },
    disconnect: () => disconnect(disconnection.disconnect),
    disconnectAnyway: () => disconnect(disconnection.disconnectAnyway),
  };
}
