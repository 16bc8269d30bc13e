import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import { createLatest } from '@/components/ui/state/latest';
import type { BackgroundApi } from '@/lib/background/background-api';
import { type ApiKeyProblem, readApiKey } from '@/lib/connection/api-key';
import { type BaseUrlProblem, readBaseUrl, travelsUnencrypted } from '@/lib/connection/base-url';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { ConnectAnswers, Connection, ConnectRequest } from '@/lib/connection/connection';
import type { Account } from '@/lib/report/extra-fields';
import { hasFailed, type Result } from '@/lib/result';
import type { Policy } from '@/lib/settings/policy';
import { schemeAndHost } from '@/lib/url/host-pattern';
import { hasUserInfo, readAddress } from '@/lib/url/typed-address';
import {
  type ConnectionPress,
  type Disconnected,
  disconnectedBy,
  questionOf,
} from './connection-press';
import { createHeaderFields } from './header-fields-state';

/** The content of the form, and its problems at the last press of Connect. */
interface Typed {
  baseUrl: string;
  apiKey: string;
  /** The only origin that may get the key over plain http, because a person has accepted this. */
  unencryptedOrigin: string | undefined;
  /** Whether the entered address contained a user name or password. The base URL leaves them out. */
  hadUserInfo: boolean;
  problems: { baseUrl?: BaseUrlProblem; apiKey?: ApiKeyProblem };
}

interface ConnectingTools {
  connection: ReadonlySignal<Connection | undefined>;
  policy: ReadonlySignal<Policy | undefined>;
  background: Pick<BackgroundApi, 'connect' | 'disconnect' | 'deleteHistory' | 'getAccount'>;
  requestHostPermission(baseUrl: string): Promise<boolean>;
  hasHostPermission(baseUrl: string): Promise<boolean>;
}

/** The state of the form that connects and disconnects a service, with the service's account. */
export type Connecting = ReturnType<typeof createConnecting>;

/** Creates the form, filled with the stored connection, and reads the account of this connection. */
export function createConnecting(tools: ConnectingTools) {
  const { connection, background, policy } = tools;
  const managedHeaders = computed(() => policy.value?.requestHeaders ?? []);
  const connectedUrl = connection.value?.baseUrl ?? '';
  const typed = signal<Typed>({
    baseUrl: connectedUrl,
    apiKey: '',
    unencryptedOrigin: travelsUnencrypted(connectedUrl) ? originOf(connectedUrl) : undefined,
    hadUserInfo: false,
    problems: {},
  });
  const press = signal<ConnectionPress | null>(null);
  const account = signal<Result<Account> | undefined>(undefined);
  const reads = createLatest();

  const check = computed(() => (press.value?.name === 'connect' ? press.value.check : null));
  const isChecking = computed(() => check.value?.state === 'running');
  const question = computed(() => questionOf(press.value));
  const connectionId = computed(() => connection.value?.id);
  const allowsUnencrypted = computed(() => {
    const { unencryptedOrigin, baseUrl } = typed.value;
    return unencryptedOrigin !== undefined && unencryptedOrigin === originOf(baseUrl);
  });
  /** Whether the entered base URL is the connected one, so that the stored key may be used. */
  const hasStoredKey = computed(() => {
    const read = readBaseUrl(typed.value.baseUrl, true);
    return 'value' in read && read.value === connection.value?.baseUrl;
  });

  /** Whether the service has refused the stored key, and no check with this key has passed since. */
  const isStoredKeyRefused = computed(() => {
    const checked =
      press.value?.name === 'connect' && press.value.usesStoredKey ? check.value : null;
    if (checked?.state === 'passed') return false;
    const isCheckRefused = checked?.state === 'failed' && checked.failure.code === 'keyRefused';
    const read = account.value;
    const isReadRefused =
      read !== undefined && hasFailed(read) && read.failure.code === 'keyRefused';
    return isCheckRefused || isReadRefused;
  });
  const keepsKey = computed(() => hasStoredKey.value && typed.value.apiKey === '');

  function change(changed: Partial<Typed>): void {
    typed.value = { ...typed.value, ...changed };
  }

  /** Closes the question of a check. Called when an input of the check changes. */
  function dropQuestion(): void {
    if (check.value !== null && question.value !== null) press.value = null;
  }
  const headers = createHeaderFields(connection, managedHeaders, dropQuestion);

  /** Changes a field, and removes its problem and the question of the earlier check. */
  function enter(field: keyof Typed['problems'], changed: Partial<Typed>): void {
    const { [field]: _, ...problems } = typed.value.problems;
    batch(() => {
      change({ ...changed, problems });
      dropQuestion();
    });
  }

  /** Completes the base URL, for example by a missing scheme. */
  function completeBaseUrl(): void {
    const read = readBaseUrl(typed.value.baseUrl, true);
    if ('value' in read) change({ baseUrl: read.value });
  }

  /** Returns the content of the form as a request. Returns null and sets the problems if it has any. */
  function readTyped(): ConnectRequest | null {
    const base = readBaseUrl(typed.value.baseUrl, allowsUnencrypted.value);
    const usesStoredKey = typed.value.apiKey.trim() === '' && hasStoredKey.value;
    const key = usesStoredKey ? { value: '' } : readApiKey(typed.value.apiKey);
    change({
      problems: {
        ...('problem' in base && { baseUrl: base.problem }),
        ...('problem' in key && { apiKey: key.problem }),
      },
    });
    const requestHeaders = headers.read(hasStoredKey.value);
    if ('problem' in base || 'problem' in key || requestHeaders === null) return null;
    return {
      baseUrl: base.value,
      apiKey: key.value,
      headers: requestHeaders,
      allowsUnencrypted: allowsUnencrypted.value,
    };
  }

  async function readAccount(): Promise<void> {
    const id = connectionId.value ?? '';
    const isLatest = reads.begin();
    const read = await attempt(() => background.getAccount(id));
    if (isLatest()) account.value = read;
  }

  /** Requests the permission synchronously: browsers require the call in the handler of a press. */
  async function isGranted(baseUrl: string): Promise<boolean> {
    try {
      return await tools.requestHostPermission(baseUrl);
    } catch {
      return false;
    }
  }

  async function runCheck(
    request: ConnectRequest,
    onGranted: () => void,
  ): Promise<ConnectionCheck> {
    if (!(await isGranted(request.baseUrl))) {
      const { origin } = new URL(request.baseUrl);
      return { state: 'failed', at: 'permission', failure: { code: 'noPermission', origin } };
    }
    onGranted();
    try {
      return await background.connect(request);
    } catch {
      return { state: 'failed', at: 'reachable', failure: { code: 'interrupted' } };
    }
  }

  async function connect(answers: ConnectAnswers = {}): Promise<void> {
    if (isChecking.value) return;
    completeBaseUrl();
    press.value = null;
    const request = readTyped();
    if (request === null) return;
    const { baseUrl, apiKey } = typed.value;
    const headersBefore = headers.fields.value;
    const idBefore = connectionId.value;
    const isFirst = idBefore === undefined;
    const usesStoredKey = request.apiKey === '';
    const show = (state: ConnectionCheck) => {
      press.value = { name: 'connect', baseUrl, usesStoredKey, isFirst, answers, check: state };
    };
    show({ state: 'running', at: 'permission' });
    const ended = await runCheck({ ...request, ...answers }, () =>
      show({ state: 'running', at: 'reachable' }),
    );
    batch(() => {
      show(ended);
      // A person may have changed a field during the check. The change stays, and no question about
      // the former content appears.
      const isSameUrl = typed.value.baseUrl === baseUrl;
      const isSameKey = typed.value.apiKey === apiKey;
      if (question.value !== null && !(isSameUrl && isSameKey)) press.value = null;
      if (ended.state !== 'passed') return;
      if (isSameUrl) change({ baseUrl: ended.baseUrl });
      if (isSameKey) change({ apiKey: '' });
      if (headers.fields.value === headersBefore) headers.reset();
      if (connectionId.value !== idBefore) return;
      // The new key may be of another account.
      if (!usesStoredKey) account.value = undefined;
      void readAccount();
    });
  }

  async function disconnect(dropsOpenWork = false): Promise<void> {
    const isDisconnecting = press.value?.name === 'disconnect' && press.value.result === null;
    const baseUrl = connection.value?.baseUrl;
    if (baseUrl === undefined || isChecking.value || isDisconnecting) return;
    const started: ConnectionPress = { name: 'disconnect', baseUrl, result: null };
    press.value = started;
    const result = await attempt(() => background.disconnect(dropsOpenWork));
    const isAllowed = !hasFailed(result) && (await tools.hasHostPermission(baseUrl));
    // A later press has replaced this one.
    if (press.value !== started) return;
    const allowedHost = isAllowed ? schemeAndHost(baseUrl) : null;
    press.value = {
      ...started,
      result: hasFailed(result)
        ? result
        : { value: { allowedHost, histories: result.value, deletion: 'offered' } },
    };
  }

  /** Shows the state of deleting the histories, unless a later press has replaced this one. */
  function showDeletion(histories: Disconnected['histories'], deletion: Disconnected['deletion']) {
    const disconnected = disconnectedBy(press.value);
    if (press.value?.name !== 'disconnect' || disconnected?.histories !== histories) return;
    press.value = { ...press.value, result: { value: { ...disconnected, deletion } } };
  }

  async function deleteHistories(histories: Disconnected['histories']): Promise<void> {
    showDeletion(histories, 'running');
    const results = await Promise.all(
      histories.map(({ connectionId: id }) => attempt(() => background.deleteHistory(id))),
    );
    showDeletion(histories, results.some(hasFailed) ? 'failed' : 'done');
  }

  // Another tab may also connect or disconnect.
  effect(() => {
    const isConnected = connectionId.value !== undefined;
    // Outcome and question of the last press are about the former connection.
    const hasDisconnected = disconnectedBy(press.peek()) !== null;
    if (hasDisconnected ? isConnected : question.peek()) press.value = null;
    account.value = undefined;
    reads.drop();
    if (isConnected) void readAccount();
  });

  effect(() => {
    const baseUrl = policy.value?.baseUrl;
    if (baseUrl !== undefined) typed.value = { ...typed.peek(), baseUrl };
  });

  return {
    connection,
    /**
     * Whether an administrator has set the connected base URL, or a base URL other than the connected
     * one. Null if the policy sets no base URL.
     */
    managed: computed(() => {
      const baseUrl = policy.value?.baseUrl;
      if (baseUrl === undefined) return null;
      const isOther = ![undefined, baseUrl].includes(connection.value?.baseUrl);
      return isOther ? 'otherByOrganization' : 'setByOrganization';
    }),
    typed: typed as ReadonlySignal<Typed>,
    press: press as ReadonlySignal<ConnectionPress | null>,
    /** The check of the last press, if that was a press of Connect; null otherwise. */
    check,
    isChecking,
    /** The question that the last press waits for; null for none. */
    question,
    /** Undefined before the service's answer, and without a connection. */
    account: account as ReadonlySignal<Result<Account> | undefined>,
    allowsUnencrypted,
    /** Whether the form differs from the stored connection. */
    hasChanges: computed(() => !keepsKey.value || headers.hasChanges.value),
    /** Whether the next press of Connect uses the stored key. */
    keepsKey,
    isStoredKeyRefused,
    headers,
    enterBaseUrl(text: string): void {
      const read = readAddress(text);
      const hadUserInfo = 'url' in read && hasUserInfo(read.url);
      enter('baseUrl', { baseUrl: text, hadUserInfo });
    },
    completeBaseUrl,
    enterApiKey: (text: string): void => enter('apiKey', { apiKey: text }),
    allowUnencrypted(isAllowed: boolean): void {
      const origin = isAllowed ? originOf(typed.value.baseUrl) : undefined;
      enter('baseUrl', { unencryptedOrigin: origin });
    },
    /** Call this in the handler of the submit event: the permission prompt requires a user gesture. */
    connect: () => connect(),
    /** Disconnects. If jobs are open, asks for a confirmation instead. */
    disconnect: () => disconnect(),
    /** Answers the question of the last press. Does nothing if there is no question. */
    async answerQuestion(answers: ConnectAnswers = {}): Promise<void> {
      const current = question.value;
      const lastPress = press.value;
      if (current === null) return;
      if ('histories' in current) {
        if (!current.isBusy) await deleteHistories(current.histories);
        return;
      }
      if (lastPress?.name !== 'connect') return disconnect(answers.dropsOpenWork);
      if ('origin' in current) change({ baseUrl: current.origin });
      const { others = [] } = lastPress.answers;
      await connect({
        ...lastPress.answers,
        ...answers,
        ...(answers.others && { others: [...others, ...answers.others] }),
      });
    },
    /** Closes the question of the last press without an answer. */
    cancelConfirmation(): void {
      const current = question.value;
      if (current !== null && 'histories' in current) showDeletion(current.histories, 'kept');
      else press.value = null;
    },
    /** Reads the account again if the last read has failed. */
    retryAccount(): void {
      if (account.value && hasFailed(account.value)) void readAccount();
    },
  };
}

function originOf(text: string): string | undefined {
  const read = readAddress(text);
  return 'url' in read ? read.url.origin : undefined;
}
