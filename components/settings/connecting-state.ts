import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { fold } from '@/components/app/fold';
import { createServices, type Services } from '@/components/app/services-state';
import { attempt } from '@/components/ui/state/attempt';
import { createLatest } from '@/components/ui/state/latest';
import type { BackgroundApi } from '@/lib/background/background-api';
import { readBaseUrl } from '@/lib/connection/base-url';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { ConnectAnswers, Connection, ConnectRequest } from '@/lib/connection/connection';
import {
  type ConnectionRegister,
  EMPTY_REGISTER,
  findConnection,
} from '@/lib/connection/connection-register';
import type { Account } from '@/lib/report/extra-fields';
import { hasFailed, type Result } from '@/lib/result';
import { fixedBaseUrl, type Policy, policyFor } from '@/lib/settings/policy';
import { schemeAndHost } from '@/lib/url/host-pattern';
import {
  allowsUnencrypted,
  type ConnectingEvent,
  type ConnectionUse,
  currentStage,
  FIRST_CONNECTING_STATE,
  type FormChoice,
  NO_CONNECTION,
  nextConnectingState,
  nextConnectionUse,
  originOf,
  storedTyped,
  type Typed,
} from './connecting-progress';
import type {
  ConnectionPress,
  ConnectionQuestion,
  Disconnected,
  DisconnectPress,
} from './connection-press';
import { createHeaderFields, type HeaderFields } from './header-fields-state';
import { createServiceRows, type ServiceRow } from './service-rows-state';

interface ConnectingTools {
  /** Undefined until the first service is connected. */
  register: ReadonlySignal<ConnectionRegister | undefined>;
  policy: ReadonlySignal<Policy | undefined>;
  background: Pick<
    BackgroundApi,
    | 'connect'
    | 'disconnect'
    | 'deleteHistory'
    | 'getAccount'
    | 'useConnection'
    | 'countWaitingOperations'
  >;
  requestHostPermission(baseUrl: string): Promise<boolean>;
  hasHostPermission(baseUrl: string): Promise<boolean>;
}

/** The state of the region *Services*: the form, the services, and the account in use. */
export interface Connecting {
  /** The connection in use. */
  connection: ReadonlySignal<Connection | undefined>;
  services: Services;
  /** The connected services, in the order in which they were connected. */
  serviceRows: ReadonlySignal<readonly ServiceRow[]>;
  /** Whether the region lists the services. The only service, if in use, needs no list. */
  hasList: ReadonlySignal<boolean>;
  /** The service of the form in or below the list; null if this form is closed, and without a list. */
  chosen: ReadonlySignal<FormChoice | null>;
  /** The connection that the form describes; undefined for another service. */
  target: ReadonlySignal<Connection | undefined>;
  /** The connection whose name and report link the page can change: the target, else the one in use. */
  edited: ReadonlySignal<Connection | undefined>;
  /**
   * Whether an administrator has set the base URL of the target, or another base URL. Null if the
   * policy sets no base URL for the target.
   */
  managed: ReadonlySignal<'setByOrganization' | 'otherByOrganization' | null>;
  typed: ReadonlySignal<Typed>;
  /** The last press of Connect, Check connection or Disconnect; null for none. */
  lastPress: ReadonlySignal<ConnectionPress | null>;
  /** The connection whose row shows the last press; null if the press belongs to no row. */
  pressedRow: ReadonlySignal<string | null>;
  /** The check of the last press, if that was a press of Connect; null otherwise. */
  check: ReadonlySignal<ConnectionCheck | null>;
  isChecking: ReadonlySignal<boolean>;
  /** The question that the last press waits for; null for none. */
  question: ReadonlySignal<ConnectionQuestion | null>;
  /** The account in use. Undefined before the service's answer, and if no service is in use. */
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
  /** Opens the form for a service; null closes the form. */
  showForm(choice: FormChoice | null): void;
  enterBaseUrl(text: string): void;
  /** Completes the base URL, for example by a missing scheme. */
  completeBaseUrl(): void;
  /** Called when a person changes the text of the field for the API key. */
  editKey(hasKey: boolean): void;
  showKey(isShown: boolean): void;
  allowUnencrypted(isAllowed: boolean): void;
  /** Call this in the handler of the submit event: the permission prompt requires a user gesture. */
  connect(apiKey: string): Promise<void>;
  /** Checks a stored connection. Call this in the handler of a press, like `connect`. */
  checkStored(connectionId: string): Promise<void>;
  /**
   * Disconnects a service. If jobs are open, asks for a confirmation instead.
   * @param connectionId by default the target
   */
  disconnect(connectionId?: string): Promise<void>;
  /** Answers the question of the last press. Does nothing if there is no question. */
  answerQuestion(answers?: ConnectAnswers): Promise<void>;
  /** Closes the question of the last press without an answer. */
  cancelConfirmation(): void;
  /** Reads the account again if the last read has failed. */
  retryAccount(): void;
}

/** Creates the form, filled with the stored connection, and reads the account in use. */
export function createConnecting(tools: ConnectingTools): Connecting {
  const { background, policy } = tools;
  const register = computed(() => tools.register.value ?? EMPTY_REGISTER);
  const services = createServices({ background, register });
  const connection = services.inUse;
  const state = signal(FIRST_CONNECTING_STATE);
  const isAnotherChosen = computed(
    () => state.value.chosen?.kind === 'another' && register.value.connections.length > 0,
  );
  const hasList = computed(() => {
    const { length } = register.value.connections;
    const isOnlyInUse = length === 1 && connection.value !== undefined;
    return length > 0 && (!isOnlyInUse || isAnotherChosen.value);
  });
  const chosen = computed<FormChoice | null>(() => {
    const choice = state.value.chosen;
    if (!hasList.value || choice === null) return null;
    if (choice.kind === 'another') return choice;
    return findConnection(register.value, choice.id) === undefined ? null : choice;
  });
  const target = computed(() => {
    if (!hasList.value) return connection.value;
    if (chosen.value?.kind !== 'connection') return undefined;
    return findConnection(register.value, chosen.value.id);
  });
  const use = fold(
    computed(() => connection.value?.id),
    NO_CONNECTION,
    nextConnectionUse,
  );
  const stage = computed(() => currentStage(state.value, use.value));
  /** The base URL that an administrator has set for the target. */
  const managedUrl = computed(() =>
    fixedBaseUrl(policy.value, target.value, register.value.connections),
  );
  /** The content of the form without the policy. A form that has closed leaves no content. */
  const ownTyped = computed(() =>
    state.value.isTyped && state.value.chosen === chosen.value
      ? state.value.typed
      : storedTyped(target.value?.baseUrl ?? ''),
  );
  const typed = computed(() => {
    const baseUrl = managedUrl.value;
    return baseUrl === null ? ownTyped.value : { ...ownTyped.value, baseUrl };
  });
  const lastPress = computed(() => stage.value.press);
  const check = computed(() =>
    lastPress.value?.name === 'connect' ? lastPress.value.check : null,
  );
  const isChecking = computed(() => stage.value.name === 'checking');
  const managedHeaders = computed(
    () => policyFor(policy.value, typed.value.baseUrl).requestHeaders ?? [],
  );
  const headers = createHeaderFields(target, chosen, managedHeaders, () =>
    dispatch({ kind: 'headersEdited' }),
  );
  /** The last account that was read, with its connection. */
  const accountRead = signal<{ use: ConnectionUse; result: Result<Account> } | null>(null);
  const accountReads = createLatest();
  const account = computed(() =>
    accountRead.value?.use === use.value ? accountRead.value.result : undefined,
  );

  /** Whether the entered base URL is the connected one, so that the stored key may be used. */
  const hasStoredKey = computed(() => {
    const read = readBaseUrl(typed.value.baseUrl, true);
    return 'value' in read && read.value === target.value?.baseUrl;
  });
  const keepsKey = computed(() => hasStoredKey.value && !typed.value.hasKey);

  function dispatch(event: ConnectingEvent): void {
    state.value = nextConnectingState(state.value, event);
  }

  /** Applies an event that changes the content of the form. */
  function edit(event: ConnectingEvent): void {
    const shown = { chosen: chosen.value, typed: ownTyped.value };
    state.value = nextConnectingState({ ...state.value, ...shown }, event);
  }

  async function readAccount(): Promise<void> {
    const requestedFor = use.value;
    const isLatest = accountReads.begin();
    const result = await attempt(() => background.getAccount(requestedFor.id ?? ''));
    if (isLatest()) accountRead.value = { use: requestedFor, result };
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
    const { connectionId } = begun.request;
    const useBefore = use.value;
    const headersBefore = headers.fields.value;
    const isOfForm = (target.value?.id ?? null) === connectionId;
    const ended = await checkConnection(begun.request);
    batch(() => {
      dispatch({ kind: 'checked', check: ended, use: use.value });
      if (ended.state !== 'passed') return;
      if (isOfForm && headers.fields.value === headersBefore) headers.reset();
      // The effect below reads the account after a change of the connection in use.
      if (use.value !== useBefore || use.value.id !== connectionId) return;
      // The new key may be of another account.
      if (!begun.press.usesStoredKey) accountRead.value = null;
      void readAccount();
    });
  }

  async function disconnect(
    { id, baseUrl }: Pick<Connection, 'id' | 'baseUrl'>,
    dropsOpenJobs = false,
  ): Promise<void> {
    if (isChecking.value || stage.value.name === 'disconnecting') return;
    const others = register.value.connections.filter((one) => one.id !== id);
    const isLast = others.length === 0;
    const started: DisconnectPress = {
      name: 'disconnect',
      connectionId: id,
      baseUrl,
      isLast,
      result: null,
    };
    dispatch({ kind: 'disconnect', press: started });
    const replied = await attempt(() => background.disconnect(id, dropsOpenJobs));
    const result = hasFailed(replied)
      ? replied
      : { value: await outcomeOf(baseUrl, others, replied.value) };
    dispatch({ kind: 'disconnected', press: started, result, use: use.value });
  }

  async function outcomeOf(
    baseUrl: string,
    others: readonly Connection[],
    histories: Disconnected['histories'],
  ): Promise<Disconnected> {
    const host = schemeAndHost(baseUrl);
    const isNeeded = others.some((one) => schemeAndHost(one.baseUrl) === host);
    const isStillAllowed = !isNeeded && (await tools.hasHostPermission(baseUrl));
    return { allowedHost: isStillAllowed ? host : null, histories, deletion: 'offered' };
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
  // The operations of a connection that is not in use change only together with the register.
  effect(() => {
    void register.value;
    services.readWaiting();
  });

  return {
    connection,
    services,
    serviceRows: createServiceRows(services, account),
    hasList,
    chosen,
    target,
    edited: computed(() => target.value ?? connection.value),
    managed: computed(() => {
      const baseUrl = managedUrl.value;
      if (baseUrl === null) return null;
      const isOther = target.value !== undefined && target.value.baseUrl !== baseUrl;
      return isOther ? 'otherByOrganization' : 'setByOrganization';
    }),
    typed,
    lastPress,
    pressedRow: computed(() => {
      const pressed = findConnection(register.value, lastPress.value?.connectionId ?? null);
      return hasList.value ? (pressed?.id ?? null) : null;
    }),
    check,
    isChecking,
    question: computed(() => (stage.value.name === 'asking' ? stage.value.question : null)),
    account,
    allowsUnencrypted: computed(() => allowsUnencrypted(typed.value)),
    hasChanges: computed(() => !keepsKey.value || headers.hasChanges.value),
    keepsKey,
    isStoredKeyRefused: computed(() => {
      const press = lastPress.value;
      const isOfStoredKey =
        press?.name === 'connect' && press.usesStoredKey && press.connectionId === target.value?.id;
      const checked = isOfStoredKey ? check.value : null;
      if (checked?.state === 'passed') return false;
      const isCheckRefused = checked?.state === 'failed' && checked.failure.code === 'keyRefused';
      const read = target.value === connection.value ? account.value : undefined;
      const isReadRefused =
        read !== undefined && hasFailed(read) && read.failure.code === 'keyRefused';
      return isCheckRefused || isReadRefused;
    }),
    isFirstRun: computed(() => state.value.isFirstRun && connection.value !== undefined),
    headers,
    showForm(choice) {
      batch(() => {
        dispatch({ kind: 'chosen', choice });
        headers.reset();
        headers.isOpen.value = false;
      });
    },
    enterBaseUrl: (text) => edit({ kind: 'baseUrlEntered', text }),
    completeBaseUrl: () => edit({ kind: 'baseUrlLeft' }),
    editKey: (hasKey) => edit({ kind: 'keyEdited', hasKey }),
    showKey: (isShown) => edit({ kind: 'keyShown', isShown }),
    allowUnencrypted(isAllowed) {
      const origin = isAllowed ? originOf(typed.value.baseUrl) : undefined;
      edit({ kind: 'unencryptedAllowed', origin });
    },
    async connect(apiKey) {
      if (isChecking.value) return;
      const form = {
        connectionId: target.value?.id ?? null,
        baseUrl: typed.value.baseUrl,
        apiKey,
        hasStoredKey: hasStoredKey.value,
        isFirst: register.value.connections.length === 0,
        headers: headers.read(hasStoredKey.value),
      };
      edit({ kind: 'connect', form });
      await runCheck();
    },
    async checkStored(connectionId) {
      const checked = findConnection(register.value, connectionId);
      if (checked === undefined || isChecking.value) return;
      dispatch({ kind: 'checkStored', connection: checked });
      await runCheck();
    },
    async disconnect(connectionId = target.value?.id) {
      const disconnected = findConnection(register.value, connectionId ?? null);
      if (disconnected !== undefined) await disconnect(disconnected);
    },
    async answerQuestion(answers = {}) {
      const asking = stage.value;
      if (asking.name !== 'asking') return;
      const { question, press: asked } = asking;
      if ('histories' in question) {
        if (!question.isBusy) await deleteHistories(question.histories);
      } else if (asked.name === 'disconnect') {
        await disconnect({ id: asked.connectionId, baseUrl: asked.baseUrl }, answers.dropsOpenJobs);
      } else {
        edit({ kind: 'answered', answers });
        await runCheck();
      }
    },
    cancelConfirmation: () => dispatch({ kind: 'cancelled' }),
    retryAccount() {
      if (account.value && hasFailed(account.value)) void readAccount();
    },
  };
}
