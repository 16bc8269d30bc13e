import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { fold } from '@/components/app/fold';
import { attempt } from '@/components/ui/state/attempt';
import { createLatest } from '@/components/ui/state/latest';
import type { BackgroundApi } from '@/lib/background/background-api';
import { readBaseUrl, travelsUnencrypted } from '@/lib/connection/base-url';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { ConnectAnswers, Connection, ConnectRequest } from '@/lib/connection/connection';
import type { Account } from '@/lib/report/extra-fields';
import { hasFailed, type Result } from '@/lib/result';
import type { Policy } from '@/lib/settings/policy';
import { schemeAndHost } from '@/lib/url/host-pattern';
import {
  allowsUnencrypted,
  type ConnectingEvent,
  type ConnectionUse,
  currentStage,
  firstConnectingState,
  NO_CONNECTION,
  nextConnectingState,
  nextConnectionUse,
  originOf,
  type Typed,
} from './connecting-progress';
import type {
  ConnectionPress,
  ConnectionQuestion,
  Disconnected,
  DisconnectPress,
} from './connection-press';
import { createHeaderFields, type HeaderFields } from './header-fields-state';

interface ConnectingTools {
  connection: ReadonlySignal<Connection | undefined>;
  policy: ReadonlySignal<Policy | undefined>;
  background: Pick<BackgroundApi, 'connect' | 'disconnect' | 'deleteHistory' | 'getAccount'>;
  requestHostPermission(baseUrl: string): Promise<boolean>;
  hasHostPermission(baseUrl: string): Promise<boolean>;
}

/** The state of the form that connects and disconnects a service, with the service's account. */
export interface Connecting {
  connection: ReadonlySignal<Connection | undefined>;
  /**
   * Whether an administrator has set the connected base URL, or a base URL other than the connected
   * one. Null if the policy sets no base URL.
   */
  managed: ReadonlySignal<'setByOrganization' | 'otherByOrganization' | null>;
  typed: ReadonlySignal<Typed>;
  /** The last press of Connect or Disconnect; null for none. */
  lastPress: ReadonlySignal<ConnectionPress | null>;
  /** The check of the last press, if that was a press of Connect; null otherwise. */
  check: ReadonlySignal<ConnectionCheck | null>;
  isChecking: ReadonlySignal<boolean>;
  /** The question that the last press waits for; null for none. */
  question: ReadonlySignal<ConnectionQuestion | null>;
  /** Undefined before the service's answer, and without a connection. */
  account: ReadonlySignal<Result<Account> | undefined>;
  allowsUnencrypted: ReadonlySignal<boolean>;
  /** Whether the form differs from the stored connection. */
  hasChanges: ReadonlySignal<boolean>;
  /** Whether the next press of Connect uses the stored key. */
  keepsKey: ReadonlySignal<boolean>;
  /** Whether the service has refused the stored key, and no check with this key has passed since. */
  isStoredKeyRefused: ReadonlySignal<boolean>;
  /** Whether this page has connected the first service, and the service is still connected. */
  isFirstRun: ReadonlySignal<boolean>;
  headers: HeaderFields;
  enterBaseUrl(text: string): void;
  /** Completes the base URL, for example by a missing scheme. */
  completeBaseUrl(): void;
  /** Called when a person changes the text of the field for the API key. */
  editKey(hasKey: boolean): void;
  showKey(isShown: boolean): void;
  allowUnencrypted(isAllowed: boolean): void;
  /** Call this in the handler of the submit event: the permission prompt requires a user gesture. */
  connect(apiKey: string): Promise<void>;
  /** Disconnects. If jobs are open, asks for a confirmation instead. */
  disconnect(): Promise<void>;
  /** Answers the question of the last press. Does nothing if there is no question. */
  answerQuestion(answers?: ConnectAnswers): Promise<void>;
  /** Closes the question of the last press without an answer. */
  cancelConfirmation(): void;
  /** Reads the account again if the last read has failed. */
  retryAccount(): void;
}

/** Creates the form, filled with the stored connection, and reads the account of this connection. */
export function createConnecting(tools: ConnectingTools): Connecting {
  const { connection, background, policy } = tools;
  const connectedUrl = connection.value?.baseUrl ?? '';
  const state = signal(
    firstConnectingState(
      connectedUrl,
      travelsUnencrypted(connectedUrl) ? originOf(connectedUrl) : undefined,
    ),
  );
  const use = fold(
    computed(() => connection.value?.id),
    NO_CONNECTION,
    nextConnectionUse,
  );
  const stage = computed(() => currentStage(state.value, use.value));
  const typed = computed(() => {
    const baseUrl = policy.value?.baseUrl;
    return baseUrl === undefined ? state.value.typed : { ...state.value.typed, baseUrl };
  });
  const lastPress = computed(() => stage.value.press);
  const check = computed(() =>
    lastPress.value?.name === 'connect' ? lastPress.value.check : null,
  );
  const isChecking = computed(() => stage.value.name === 'checking');
  const managedHeaders = computed(() => policy.value?.requestHeaders ?? []);
  const headers = createHeaderFields(connection, managedHeaders, () =>
    dispatch({ kind: 'headersEdited' }),
  );
  /** The last account that was read, with its connection. */
  const accountRead = signal<{ of: ConnectionUse; result: Result<Account> } | null>(null);
  const accountReads = createLatest();
  const account = computed(() =>
    accountRead.value?.of === use.value ? accountRead.value.result : undefined,
  );

  /** Whether the entered base URL is the connected one, so that the stored key may be used. */
  const hasStoredKey = computed(() => {
    const read = readBaseUrl(typed.value.baseUrl, true);
    return 'value' in read && read.value === connection.value?.baseUrl;
  });
  const keepsKey = computed(() => hasStoredKey.value && !typed.value.hasKey);

  function dispatch(event: ConnectingEvent): void {
    state.value = nextConnectingState(state.value, event);
  }

  async function readAccount(): Promise<void> {
    const of = use.value;
    const isLatest = accountReads.begin();
    const result = await attempt(() => background.getAccount(of.id ?? ''));
    if (isLatest()) accountRead.value = { of, result };
  }

  /** Requests the permission synchronously: browsers require the call in the handler of a press. */
  async function isGranted(baseUrl: string): Promise<boolean> {
    try {
      return await tools.requestHostPermission(baseUrl);
    } catch {
      return false;
    }
  }

  async function checkConnection(request: ConnectRequest): Promise<ConnectionCheck> {
    if (!(await isGranted(request.baseUrl))) {
      const { origin } = new URL(request.baseUrl);
      return { state: 'failed', at: 'permission', failure: { code: 'noPermission', origin } };
    }
    dispatch({ kind: 'hostAllowed' });
    try {
      return await background.connect(request);
    } catch {
      return { state: 'failed', at: 'reachable', failure: { code: 'interrupted' } };
    }
  }

  /** Runs the check of the last press. Does nothing if the form had a problem. */
  async function runCheck(): Promise<void> {
    const begun = stage.value;
    if (begun.name !== 'checking') return;
    const useBefore = use.value;
    const headersBefore = headers.fields.value;
    const ended = await checkConnection(begun.request);
    batch(() => {
      dispatch({ kind: 'checked', check: ended, use: use.value });
      if (ended.state !== 'passed') return;
      if (headers.fields.value === headersBefore) headers.reset();
      // The account of another connection is read anyway.
      if (use.value !== useBefore) return;
      // The new key may be of another account.
      if (!begun.press.usesStoredKey) accountRead.value = null;
      void readAccount();
    });
  }

  async function disconnect(dropsOpenJobs = false): Promise<void> {
    const isBusy = isChecking.value || stage.value.name === 'disconnecting';
    if (connection.value === undefined || isBusy) return;
    const { id, baseUrl } = connection.value;
    const started: DisconnectPress = { name: 'disconnect', baseUrl, result: null };
    dispatch({ kind: 'disconnect', press: started });
    const replied = await attempt(() => background.disconnect(id, dropsOpenJobs));
    const result = hasFailed(replied)
      ? replied
      : { value: await outcomeOf(baseUrl, replied.value) };
    dispatch({ kind: 'disconnected', press: started, result, use: use.value });
  }

  async function outcomeOf(
    baseUrl: string,
    histories: Disconnected['histories'],
  ): Promise<Disconnected> {
    const isAllowed = await tools.hasHostPermission(baseUrl);
    const allowedHost = isAllowed ? schemeAndHost(baseUrl) : null;
    return { allowedHost, histories, deletion: 'offered' };
  }

  async function deleteHistories(histories: Disconnected['histories']): Promise<void> {
    dispatch({ kind: 'deletion', histories, deletion: 'running' });
    const results = await Promise.all(
      histories.map(({ connectionId }) => attempt(() => background.deleteHistory(connectionId))),
    );
    const deletion = results.some(hasFailed) ? 'failed' : 'done';
    dispatch({ kind: 'deletion', histories, deletion });
  }

  effect(() => {
    if (use.value.id !== undefined) void readAccount();
  });

  return {
    connection,
    managed: computed(() => {
      const baseUrl = policy.value?.baseUrl;
      if (baseUrl === undefined) return null;
      const isOther = ![undefined, baseUrl].includes(connection.value?.baseUrl);
      return isOther ? 'otherByOrganization' : 'setByOrganization';
    }),
    typed,
    lastPress,
    check,
    isChecking,
    question: computed(() => (stage.value.name === 'asking' ? stage.value.question : null)),
    account,
    allowsUnencrypted: computed(() => allowsUnencrypted(typed.value)),
    hasChanges: computed(() => !keepsKey.value || headers.hasChanges.value),
    keepsKey,
    isStoredKeyRefused: computed(() => {
      const isOfStoredKey = lastPress.value?.name === 'connect' && lastPress.value.usesStoredKey;
      const checked = isOfStoredKey ? check.value : null;
      if (checked?.state === 'passed') return false;
      const isCheckRefused = checked?.state === 'failed' && checked.failure.code === 'keyRefused';
      const read = account.value;
      const isReadRefused =
        read !== undefined && hasFailed(read) && read.failure.code === 'keyRefused';
      return isCheckRefused || isReadRefused;
    }),
    isFirstRun: computed(() => state.value.isFirstRun && connection.value !== undefined),
    headers,
    enterBaseUrl: (text) => dispatch({ kind: 'baseUrlEntered', text }),
    completeBaseUrl: () => dispatch({ kind: 'baseUrlLeft' }),
    editKey: (hasKey) => dispatch({ kind: 'keyEdited', hasKey }),
    showKey: (isShown) => dispatch({ kind: 'keyShown', isShown }),
    allowUnencrypted(isAllowed) {
      const origin = isAllowed ? originOf(typed.value.baseUrl) : undefined;
      dispatch({ kind: 'unencryptedAllowed', origin });
    },
    async connect(apiKey) {
      if (isChecking.value) return;
      const form = {
        connectionId: use.value.id ?? null,
        baseUrl: typed.value.baseUrl,
        apiKey,
        hasStoredKey: hasStoredKey.value,
        isFirst: use.value.id === undefined,
        headers: headers.read(hasStoredKey.value),
      };
      dispatch({ kind: 'connect', form });
      await runCheck();
    },
    disconnect: () => disconnect(),
    async answerQuestion(answers = {}) {
      const asking = stage.value;
      if (asking.name !== 'asking') return;
      const { question, press: asked } = asking;
      if ('histories' in question) {
        if (!question.isBusy) await deleteHistories(question.histories);
      } else if (asked.name === 'disconnect') {
        await disconnect(answers.dropsOpenJobs);
      } else {
        dispatch({ kind: 'answered', answers });
        await runCheck();
      }
    },
    cancelConfirmation: () => dispatch({ kind: 'cancelled' }),
    retryAccount() {
      if (account.value && hasFailed(account.value)) void readAccount();
    },
  };
}
