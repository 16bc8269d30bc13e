import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import {
  type ConnectionAnswer,
  type ConnectionQuestion,
  createConsent,
} from '@/components/ui/state/consent';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { Connection, ConnectRequest } from '@/lib/connection/connection';
import type { Outcome } from '@/lib/outcome';
import { hostOf } from '@/lib/url/host-pattern';
import { type ConnectFields, createConnectFields } from './connect-input';
import { createDisconnection, type DisconnectionState } from './disconnect-state';

/** The form that connects to a service, and how its connection check goes. */
export interface ConnectForm extends Omit<ConnectFields, 'read'> {
  check: ReadonlySignal<ConnectionCheck | null>;
  /** The base URL that the last check was of. */
  checkedUrl: ReadonlySignal<string>;
  /** Whether another address or key is typed than those that are connected. */
  hasChanges: ReadonlySignal<boolean>;
  /** Whose account it was before the last check gave the service another key; null where nobody knows. */
  formerAccount: ReadonlySignal<string | null>;
  /** Whether the last check has made the first connection. */
  isFirst: ReadonlySignal<boolean>;
  /** How the last press of Disconnect went. */
  disconnection: ReadonlySignal<DisconnectionState | null>;
  /** What the last press of either asks; it is about one connection, one address and one key. */
  question: ReadonlySignal<ConnectionQuestion | null>;
  /** Call it in the submit event itself: the permission dialog needs its gesture. */
  connect(): Promise<void>;
  /** Takes the connection down, or asks where anything is open. */
  disconnect(): Promise<void>;
  /** Lets the press that asks go on; does nothing while none does. */
  agree(answer: ConnectionAnswer): Promise<void>;
  /** Takes the question back, and leaves the connection as it is. */
  withdraw(): void;
}

interface ConnectFormTools {
  connection: ReadonlySignal<Connection | undefined>;
  /** Whose account the connection has; null while that is not known. */
  account: ReadonlySignal<string | null>;
  requestPermission(baseUrl: string): Promise<boolean>;
  hasPermission(baseUrl: string): Promise<boolean>;
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
  disconnect(dropsOpenWork: boolean): Promise<Outcome<null>>;
}

/** The origin of an address at which no service answered; null where that is the address, or has no key. */
function otherOrigin(ended: ConnectionCheck, { baseUrl, apiKey }: ConnectRequest): string | null {
  if (ended.state !== 'failed' || ended.at !== 'reachable' || apiKey === '') return null;
  const { failure } = ended;
  const isPage = failure.code === 'unexpectedAnswer' && failure.problem === 'html';
  const { origin } = new URL(baseUrl);
  return (isPage || failure.code === 'gone') && origin !== baseUrl ? origin : null;
}

/** Makes the form, filled with the connection that stands. */
export function createConnectForm(tools: ConnectFormTools): ConnectForm {
  const check = signal<ConnectionCheck | null>(null);
  const checkedUrl = signal('');
  const formerAccount = signal<string | null>(null);
  const isFirst = signal(false);
  const { connection, account } = tools;
  const consent = createConsent<ConnectionQuestion, ConnectionAnswer>();
  const fields = createConnectFields(connection, () => {
    if (consent.asked.value?.press === 'connect') withdraw();
  });
  const { baseUrl, apiKey, problems } = fields;
  /** The address that is or was connected. */
  let lastBaseUrl = connection.value?.baseUrl;
  const disconnection = createDisconnection(tools.disconnect, consent, async () => {
    const left = lastBaseUrl;
    return left !== undefined && (await tools.hasPermission(left)) ? hostOf(left) : null;
  });
  connection.subscribe((current) => {
    lastBaseUrl = current?.baseUrl ?? lastBaseUrl;
    // Another tab may have made another connection.
    withdraw();
    // Of one that was made again, nothing that was said of its end is true any more.
    if (current !== undefined && disconnection.state.value?.state === 'done') {
      disconnection.forget();
    }
  });

  /** Takes the question back, and with it the check that has led to it. */
  function withdraw(): void {
    batch(() => {
      if (consent.asked.value?.press === 'connect') check.value = null;
      consent.withdraw();
    });
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

  async function connect(answer?: ConnectionAnswer): Promise<void> {
    if (isRunning()) return;
    fields.leaveBaseUrl();
    const read = fields.read();
    batch(() => {
      formerAccount.value = null;
      isFirst.value = false;
      problems.value = 'problems' in read ? read.problems : {};
      check.value = 'value' in read ? { state: 'running', at: 'permission' } : null;
      disconnection.forget();
      consent.withdraw();
    });
    if ('problems' in read) return;
    const isSameService = connection.value?.baseUrl === read.value.baseUrl;
    checkedUrl.value = read.value.baseUrl;
    const former = isSameService ? account.value : null;
    const makesFirst = connection.value === undefined;
    const typed = { baseUrl: baseUrl.value, apiKey: apiKey.value };
    const ended = await runCheck({
      ...read.value,
      ...(answer === 'drop' && { dropsOpenWork: true }),
      ...(answer === 'keep' && { keepsOpenWork: true }),
    });
    batch(() => {
      check.value = ended;
      // What was typed in the meantime stays, and no consent to what was typed before is for it.
      const isSameBase = baseUrl.value === typed.baseUrl;
      const isSameKey = apiKey.value === typed.apiKey;
      if (ended.state === 'failed' && ended.failure.code === 'openWork') {
        consent.ask({ press: 'connect', work: ended.failure }, connect);
        if (!isSameBase || !isSameKey) withdraw();
      }
      const origin = otherOrigin(ended, read.value);
      if (origin !== null && isSameBase && isSameKey) {
        consent.ask({ press: 'connect', origin }, () => {
          baseUrl.value = origin;
          return connect();
        });
      }
      if (ended.state !== 'passed') return;
      formerAccount.value = former;
      isFirst.value = makesFirst;
      if (isSameBase) baseUrl.value = ended.baseUrl;
      if (isSameKey) apiKey.value = '';
    });
  }

  return {
    ...fields,
    check,
    checkedUrl,
    formerAccount,
    isFirst,
    hasChanges: computed(() => !fields.hasStoredKey.value || apiKey.value !== ''),
    disconnection: disconnection.state,
    question: consent.asked,
    connect: () => connect(),
    async disconnect() {
      if (isRunning()) return;
      if (consent.asked.value?.press === 'connect') withdraw();
      check.value = null;
      formerAccount.value = null;
      isFirst.value = false;
      await disconnection.disconnect();
    },
    agree: consent.give,
    withdraw,
  };
}
