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

/** What is typed to connect, and what was wrong with it when Connect was pressed. */
interface Typed {
  baseUrl: string;
  apiKey: string;
  /** Where the key may go over plain http, with a person's consent: no other origin that is typed later. */
  unencryptedOrigin: string | undefined;
  /** Whether the address held a user name or password, which are left out. */
  hadUserInfo: boolean;
  problems: { baseUrl?: BaseUrlProblem; apiKey?: ApiKeyProblem };
}

interface ConnectingTools {
  connection: ReadonlySignal<Connection | undefined>;
  /** What an administrator has set. */
  policy: ReadonlySignal<Policy | undefined>;
  background: Pick<BackgroundApi, 'connect' | 'disconnect' | 'deleteHistory' | 'getAccount'>;
  requestHostPermission(baseUrl: string): Promise<boolean>;
  hasHostPermission(baseUrl: string): Promise<boolean>;
}

/** Connecting to a service and disconnecting from it, and whose account it is. */
export type Connecting = ReturnType<typeof createConnecting>;

/** Makes it, with the connection that stands filled in, and reads its account. */
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
  const hasStoredKey = computed(() => {
    const read = readBaseUrl(typed.value.baseUrl, true);
    return 'value' in read && read.value === connection.value?.baseUrl;
  });

  /** Whether the service has refused the stored key since a check passed. */
  const isStoredKeyRefused = computed(() => {
    const last = press.value?.name === 'connect' && press.value.usesStoredKey ? check.value : null;
    if (last?.state === 'passed') return false;
    const isRefused = last?.state === 'failed' && last.failure.code === 'keyRefused';
    const read = account.value;
    return (
      isRefused || (read !== undefined && hasFailed(read) && read.failure.code === 'keyRefused')
    );
  });
  const keepsKey = computed(() => hasStoredKey.value && typed.value.apiKey === '');

  function change(changed: Partial<Typed>): void {
    typed.value = { ...typed.value, ...changed };
  }

  /** What a question was about has changed. */
  function dropQuestion(): void {
    if (check.value !== null && question.value !== null) press.value = null;
  }
  const headers = createHeaderFields(connection, managedHeaders, dropQuestion);

  /** Takes in what a person enters: neither problem nor question is about that. */
  function enter(field: keyof Typed['problems'], changed: Partial<Typed>): void {
    const { [field]: _, ...problems } = typed.value.problems;
    batch(() => {
      change({ ...changed, problems });
      dropQuestion();
    });
  }

  /** Writes out what is meant by the address, such as a missing scheme. */
  function writeOut(): void {
    const read = readBaseUrl(typed.value.baseUrl, true);
    if ('value' in read) change({ baseUrl: read.value });
  }

  /** What is typed, as a request; null where there are problems with it. */
  function readTyped(): ConnectRequest | null {
    const base = readBaseUrl(typed.value.baseUrl, allowsUnencrypted.value);
    const usesStored = typed.value.apiKey.trim() === '' && hasStoredKey.value;
    const key = usesStored ? { value: '' } : readApiKey(typed.value.apiKey);
    change({
      problems: {
        ...('problem' in base && { baseUrl: base.problem }),
        ...('problem' in key && { apiKey: key.problem }),
      },
    });
    const sent = headers.read(hasStoredKey.value);
    if ('problem' in base || 'problem' in key || sent === null) return null;
    return {
      baseUrl: base.value,
      apiKey: key.value,
      headers: sent,
      allowsUnencrypted: allowsUnencrypted.value,
    };
  }

  async function readAccount(): Promise<void> {
    const id = connectionId.value ?? '';
    const isLatest = reads.begin();
    const read = await attempt(() => background.getAccount(id));
    if (isLatest()) account.value = read;
  }

  /** Asks for the permission within this very call, before anything is awaited. */
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
    writeOut();
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
      // What was typed in the meantime stays, and nothing is asked about what was typed before.
      const isSameUrl = typed.value.baseUrl === baseUrl;
      const isSameKey = typed.value.apiKey === apiKey;
      if (question.value !== null && !(isSameUrl && isSameKey)) press.value = null;
      if (ended.state !== 'passed') return;
      if (isSameUrl) change({ baseUrl: ended.baseUrl });
      if (isSameKey) change({ apiKey: '' });
      if (headers.fields.value === headersBefore) headers.reset();
      if (connectionId.value !== idBefore) return;
      // Another key may be that of another account.
      if (!usesStoredKey) account.value = undefined;
      void readAccount();
    });
  }

  async function disconnect(dropsOpenWork = false): Promise<void> {
    const isUnderWay = press.value?.name === 'disconnect' && press.value.result === null;
    const baseUrl = connection.value?.baseUrl;
    if (baseUrl === undefined || isChecking.value || isUnderWay) return;
    const started: ConnectionPress = { name: 'disconnect', baseUrl, result: null };
    press.value = started;
    const result = await attempt(() => background.disconnect(dropsOpenWork));
    const isAllowed = !hasFailed(result) && (await tools.hasHostPermission(baseUrl));
    // Something else was pressed since.
    if (press.value !== started) return;
    const allowedHost = isAllowed ? schemeAndHost(baseUrl) : null;
    press.value = {
      ...started,
      result: hasFailed(result)
        ? result
        : { value: { allowedHost, histories: result.value, deletion: 'offered' } },
    };
  }

  /** Shows what becomes of the histories, unless something else was pressed since. */
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

  // Another tab may connect or disconnect, too.
  effect(() => {
    const isConnected = connectionId.value !== undefined;
    // A question was about the connection before, and so was what was said of its end.
    const isEnd = disconnectedBy(press.peek()) !== null;
    if (isEnd ? isConnected : question.peek()) press.value = null;
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
    /** Whether an administrator has set the base URL, or another than the connected one; null: neither. */
    managed: computed(() => {
      const baseUrl = policy.value?.baseUrl;
      if (baseUrl === undefined) return null;
      const isOther = ![undefined, baseUrl].includes(connection.value?.baseUrl);
      return isOther ? 'otherByOrganization' : 'setByOrganization';
    }),
    typed: typed as ReadonlySignal<Typed>,
    press: press as ReadonlySignal<ConnectionPress | null>,
    /** How far the last press of Connect has come; null where another press came later. */
    check,
    isChecking,
    /** What the last press asks; it is about one connection, one address and one key. */
    question,
    /** Undefined while the service has not answered, and without a connection. */
    account: account as ReadonlySignal<Result<Account> | undefined>,
    allowsUnencrypted,
    /** Whether another address, key or header is typed than those that are connected. */
    hasChanges: computed(() => !keepsKey.value || headers.hasChanges.value),
    /** Whether the stored key would be used. */
    keepsKey,
    isStoredKeyRefused,
    headers,
    enterBaseUrl(text: string): void {
      const read = readAddress(text);
      const hadUserInfo = 'url' in read && hasUserInfo(read.url);
      enter('baseUrl', { baseUrl: text, hadUserInfo });
    },
    writeOut,
    enterApiKey: (text: string): void => enter('apiKey', { apiKey: text }),
    allowUnencrypted(isAllowed: boolean): void {
      const origin = isAllowed ? originOf(typed.value.baseUrl) : undefined;
      enter('baseUrl', { unencryptedOrigin: origin });
    },
    /** Call it in the submit event itself: the permission dialog needs its gesture. */
    connect: () => connect(),
    /** Takes the connection down, or asks where anything is open. */
    disconnect: () => disconnect(),
    /** Answers the question of the last press; does nothing while there is none. */
    async agree(answers: ConnectAnswers = {}): Promise<void> {
      const current = question.value;
      const pressed = press.value;
      if (current === null) return;
      if ('histories' in current) {
        if (!current.isBusy) await deleteHistories(current.histories);
        return;
      }
      if (pressed?.name !== 'connect') return disconnect(answers.dropsOpenWork);
      if ('origin' in current) change({ baseUrl: current.origin });
      const { others = [] } = pressed.answers;
      await connect({
        ...pressed.answers,
        ...answers,
        ...(answers.others && { others: [...others, ...answers.others] }),
      });
    },
    /** Closes the question. Changes nothing else. */
    cancelConfirmation(): void {
      const current = question.value;
      if (current !== null && 'histories' in current) showDeletion(current.histories, 'kept');
      else press.value = null;
    },
    /** Reads the account again where it could not be read. */
    retryAccount(): void {
      if (account.value && hasFailed(account.value)) void readAccount();
    },
  };
}

function originOf(text: string): string | undefined {
  const read = readAddress(text);
  return 'url' in read ? read.url.origin : undefined;
}
