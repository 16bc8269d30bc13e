import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { type ApiKeyProblem, readApiKey } from '@/lib/connection/api-key';
import { type BaseUrlProblem, readBaseUrl, travelsUnencrypted } from '@/lib/connection/base-url';
import type { Connection, ConnectRequest } from '@/lib/connection/connection';
import type { ConnectionCheck } from '@/lib/connection/connection-check';
import type { NotDeleted } from '@/lib/deletion/deletion';
import type { OpenWork } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import { readAddress } from '@/lib/url/typed-address';
import { createDisconnection, type DisconnectionState } from './disconnection';

export interface ConnectProblems {
  baseUrl?: BaseUrlProblem;
  apiKey?: ApiKeyProblem;
}

/** The form that connects to a service, and how its connection check goes. */
export interface ConnectForm {
  baseUrl: ReadonlySignal<string>;
  apiKey: ReadonlySignal<string>;
  allowsUnencrypted: ReadonlySignal<boolean>;
  /** Whether the address asks for consent to plain http. */
  needsConsent: ReadonlySignal<boolean>;
  /** Whether the key that is kept serves when the field stays empty. */
  hasStoredKey: ReadonlySignal<boolean>;
  problems: ReadonlySignal<ConnectProblems>;
  check: ReadonlySignal<ConnectionCheck | null>;
  /** How the last press of Disconnect went. */
  disconnection: ReadonlySignal<DisconnectionState | null>;
  enterBaseUrl(text: string): void;
  /** Writes out what is meant by the text of the field, such as a missing scheme. */
  leaveBaseUrl(): void;
  enterApiKey(text: string): void;
  allowUnencrypted(isAllowed: boolean): void;
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

type Consent = Pick<ConnectRequest, 'dropsOpenWork' | 'keepsOpenWork'>;

interface ConnectFormTools {
  connection: ReadonlySignal<Connection | undefined>;
  requestPermission(baseUrl: string): Promise<boolean>;
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
  disconnect(dropsOpenWork: boolean): Promise<Outcome<NotDeleted[]>>;
}

/** Makes the form, filled with the connection that stands. */
export function createConnectForm(tools: ConnectFormTools): ConnectForm {
  const { connection } = tools;
  const baseUrl = signal(connection.value?.baseUrl ?? '');
  const apiKey = signal('');
  /** Consent is to one origin, and does not go over to another that is typed later. */
  const consentedOrigin = signal(
    travelsUnencrypted(baseUrl.value) ? originOf(baseUrl.value) : undefined,
  );
  const allowsUnencrypted = computed(
    () => consentedOrigin.value !== undefined && consentedOrigin.value === originOf(baseUrl.value),
  );
  const problems = signal<ConnectProblems>({});
  const check = signal<ConnectionCheck | null>(null);
  const disconnection = createDisconnection(tools.disconnect);
  const hasStoredKey = computed(() => {
    const read = readBaseUrl(baseUrl.value, true);
    return 'value' in read && read.value === connection.value?.baseUrl;
  });

  function leaveBaseUrl(): void {
    const read = readBaseUrl(baseUrl.value, true);
    if ('value' in read) baseUrl.value = read.value;
  }

  function readForm(): { value: ConnectRequest } | { problems: ConnectProblems } {
    const base = readBaseUrl(baseUrl.value, allowsUnencrypted.value);
    const key =
      apiKey.value.trim() === '' && hasStoredKey.value ? { value: '' } : readApiKey(apiKey.value);
    if ('value' in base && 'value' in key) {
      return {
        value: {
          baseUrl: base.value,
          apiKey: key.value,
          allowsUnencrypted: allowsUnencrypted.value,
        },
      };
    }
    return {
      problems: {
        ...('problem' in base && { baseUrl: base.problem }),
        ...('problem' in key && { apiKey: key.problem }),
      },
    };
  }

  /** What the last check asks a person about, of this very address and key; null where it does not. */
  function asked(): OpenWork | null {
    const former = check.value;
    if (former?.state !== 'failed' || former.failure.code !== 'openWork') return null;
    return former.failure;
  }

  function isRunning(): boolean {
    return check.value?.state === 'running' || disconnection.state.value?.state === 'running';
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

  async function connect(consent: Consent = {}): Promise<void> {
    if (isRunning()) return;
    leaveBaseUrl();
    const read = readForm();
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
      if (ended.state !== 'passed') return;
      // What was typed in the meantime stays.
      if (baseUrl.value === typed.baseUrl) baseUrl.value = ended.baseUrl;
      if (apiKey.value === typed.apiKey) apiKey.value = '';
    });
  }

  return {
    baseUrl,
    apiKey,
    allowsUnencrypted,
    needsConsent: computed(() => travelsUnencrypted(baseUrl.value)),
    hasStoredKey,
    problems,
    check,
    disconnection: disconnection.state,
    enterBaseUrl(text) {
      const { baseUrl: _, ...others } = problems.value;
      batch(() => {
        if (asked()) check.value = null;
        baseUrl.value = text;
        problems.value = others;
      });
    },
    leaveBaseUrl,
    enterApiKey(text) {
      const { apiKey: _, ...others } = problems.value;
      batch(() => {
        if (asked()) check.value = null;
        apiKey.value = text;
        problems.value = others;
      });
    },
    allowUnencrypted(isAllowed) {
      const { baseUrl: _, ...others } = problems.value;
      batch(() => {
        consentedOrigin.value = isAllowed ? originOf(baseUrl.value) : undefined;
        problems.value = others;
      });
    },
    connect: () => connect(),
    async connectAnyway() {
      if (asked()) await connect({ dropsOpenWork: true });
    },
    async keepWaitingReports() {
      if (asked()?.canBeKept) await connect({ keepsOpenWork: true });
    },
    async disconnect() {
      if (isRunning()) return;
      check.value = null;
      await disconnection.disconnect();
    },
    disconnectAnyway: disconnection.disconnectAnyway,
  };
}

function originOf(text: string): string | undefined {
  const read = readAddress(text);
  return 'url' in read ? read.url.origin : undefined;
}
