import { type ApiKeyProblem, readApiKey } from '@/lib/connection/api-key';
import { type BaseUrlProblem, readBaseUrl, travelsUnencrypted } from '@/lib/connection/base-url';
import type { CheckFailure, ConnectionCheck } from '@/lib/connection/check-steps';
import type { ConnectAnswers, Connection, ConnectRequest } from '@/lib/connection/connection';
import type { RequestHeader } from '@/lib/connection/request-headers';
import { hasFailed, type Result } from '@/lib/result';
import { hasUserInfo, readAddress } from '@/lib/url/typed-address';
import {
  type ConnectionPress,
  type ConnectionQuestion,
  type ConnectPress,
  type Disconnected,
  type DisconnectPress,
  disconnectedBy,
  failureOf,
  questionOf,
} from './connection-press';

/**
 * The content of the form, and its problems at the last press of Connect. Only the field itself
 * contains the API key, until Connect is pressed.
 */
export interface Typed {
  baseUrl: string;
  /** Whether the field for the API key has a text. False empties the field. */
  hasKey: boolean;
  isKeyShown: boolean;
  /** The only origin that may get the key over plain http, because a person has accepted this. */
  unencryptedOrigin: string | undefined;
  /** Whether the entered address contained a user name or password, which the base URL omits. */
  hadUserInfo: boolean;
  problems: { baseUrl?: BaseUrlProblem; apiKey?: ApiKeyProblem };
}

type FormPart = 'baseUrl' | 'apiKey' | 'headers';

/** The state after the last press of Connect or Disconnect. */
export type ConnectingStage =
  /** `press`: the last press, which has succeeded; null for none. */
  | { name: 'idle'; press: ConnectionPress | null }
  /** `edited`: the parts of the form that a person has changed since the press. */
  | { name: 'checking'; press: ConnectPress; request: ConnectRequest; edited: readonly FormPart[] }
  | { name: 'disconnecting'; press: DisconnectPress }
  /** `request`: sent again with the answer; null after Disconnect. */
  | {
      name: 'asking';
      press: ConnectionPress;
      question: ConnectionQuestion;
      request: ConnectRequest | null;
    }
  | { name: 'failed'; press: ConnectionPress; failure: CheckFailure };

/** The connection in use, which any tab may change. */
export interface ConnectionUse {
  /** Undefined if no connection is in use. */
  id: string | undefined;
  /** Rises whenever a connection is put in use, even if its id was in use before. */
  number: number;
}

/** What a person has opened the form for. */
export type FormChoice = { kind: 'connection'; id: string } | { kind: 'another' };

export interface ConnectingState {
  /** Null if the form describes the only connection, or is closed. */
  chosen: FormChoice | null;
  typed: Typed;
  /** Whether the form shows `typed`; otherwise the form shows the stored connection. */
  isTyped: boolean;
  stage: ConnectingStage;
  /** The connection in use at the last reply of the background. */
  useAtReply: ConnectionUse;
  /** Whether this page has connected the first service, and has not disconnected it. */
  isFirstRun: boolean;
}

export type ConnectingEvent =
  /** A person opens the form for a service, or closes the form. */
  | { kind: 'chosen'; choice: FormChoice | null }
  | { kind: 'baseUrlEntered'; text: string }
  | { kind: 'keyEdited'; hasKey: boolean }
  /** `origin`: receives the key over plain http; undefined for none. */
  | { kind: 'unencryptedAllowed'; origin: string | undefined }
  | { kind: 'keyShown'; isShown: boolean }
  | { kind: 'headersEdited' }
  | { kind: 'baseUrlLeft' }
  | { kind: 'connect'; form: SubmittedForm }
  /** A person checks a stored connection without the form. */
  | { kind: 'checkStored'; connection: Pick<Connection, 'id' | 'baseUrl'> }
  | { kind: 'hostAllowed' }
  | { kind: 'checked'; check: ConnectionCheck; use: ConnectionUse }
  | { kind: 'disconnect'; press: DisconnectPress }
  | {
      kind: 'disconnected';
      press: DisconnectPress;
      result: Result<Disconnected>;
      use: ConnectionUse;
    }
  /** A person answers the question of a connection check. */
  | { kind: 'answered'; answers: ConnectAnswers }
  /** The deletion of the histories that Disconnect has left. */
  | {
      kind: 'deletion';
      histories: Disconnected['histories'];
      deletion: Disconnected['deletion'];
    }
  | { kind: 'cancelled' };

/** The parts of a submitted form that `ConnectingState` does not contain. */
interface SubmittedForm {
  /** The connection that the form describes; null to connect another service. */
  connectionId: string | null;
  /** The text of the Base URL field, which an administrator may have set. */
  baseUrl: string;
  apiKey: string;
  /** Whether the base URL is the connected one, so that the stored key may be used. */
  hasStoredKey: boolean;
  isFirst: boolean;
  /** Null if a header has a problem. */
  headers: RequestHeader[] | null;
}

export const NO_CONNECTION: ConnectionUse = { id: undefined, number: 0 };

const IDLE: ConnectingStage = { name: 'idle', press: null };

export const FIRST_CONNECTING_STATE: ConnectingState = {
  chosen: null,
  typed: storedTyped(''),
  isTyped: false,
  stage: IDLE,
  useAtReply: NO_CONNECTION,
  isFirstRun: false,
};

/**
 * Returns the content of the form before a person types.
 * @param baseUrl the connected base URL; empty without a connection
 */
export function storedTyped(baseUrl: string): Typed {
  return {
    baseUrl,
    hasKey: false,
    isKeyShown: false,
    unencryptedOrigin: travelsUnencrypted(baseUrl) ? originOf(baseUrl) : undefined,
    hadUserInfo: false,
    problems: {},
  };
}

export function nextConnectionUse(former: ConnectionUse, id: string | undefined): ConnectionUse {
  if (id === former.id) return former;
  return { id, number: former.number + (id === undefined ? 0 : 1) };
}

/** Returns the next state. Ignores an event that is impossible in the current state. */
export function nextConnectingState(
  state: ConnectingState,
  event: ConnectingEvent,
): ConnectingState {
  const { typed, stage } = state;
  switch (event.kind) {
    case 'chosen':
      return withChoice(state, event.choice);
    case 'baseUrlEntered':
      return edited(withTyped(state, withBaseUrl(typed, event.text)), 'baseUrl');
    case 'keyEdited':
      return edited(withTyped(state, withKey(typed, event.hasKey)), 'apiKey');
    case 'unencryptedAllowed': {
      const { baseUrl: _, ...problems } = typed.problems;
      const allowed = { ...typed, unencryptedOrigin: event.origin, problems };
      return edited(withTyped(state, allowed), 'baseUrl');
    }
    case 'keyShown':
      return withTyped(state, { ...typed, isKeyShown: event.isShown });
    case 'headersEdited':
      return edited(state, 'headers');
    case 'baseUrlLeft': {
      const left = completed(typed);
      return left.baseUrl === typed.baseUrl ? state : withTyped(state, left);
    }
    case 'connect':
      return stage.name === 'checking' ? state : afterSubmission(state, event.form);
    case 'checkStored':
      if (stage.name === 'checking' || stage.name === 'disconnecting') return state;
      return { ...state, stage: checkOf(storedRequest(event.connection), false) };
    case 'hostAllowed':
      if (stage.name !== 'checking') return state;
      return { ...state, stage: { ...stage, press: atStep(stage.press, 'reachable') } };
    case 'checked':
      return stage.name === 'checking' ? afterCheck(state, stage, event) : state;
    case 'disconnect':
      if (stage.name === 'checking' || stage.name === 'disconnecting') return state;
      return { ...state, stage: { name: 'disconnecting', press: event.press } };
    case 'disconnected':
      if (stage.name !== 'disconnecting' || stage.press !== event.press) return state;
      return afterDisconnect(state, event);
    case 'answered':
      return afterAnswer(state, event.answers);
    case 'deletion':
      return withDeletion(state, event.histories, event.deletion);
    case 'cancelled':
      if (stage.name !== 'asking') return state;
      return 'histories' in stage.question
        ? withDeletion(state, stage.question.histories, 'kept')
        : { ...state, stage: IDLE };
  }
}

/**
 * Returns the stage, or `idle` if the stage concerns an earlier connection. A question ends when the
 * connection in use changes. An outcome of Disconnect ends with the next connection.
 */
export function currentStage(
  { stage, useAtReply }: ConnectingState,
  use: ConnectionUse,
): ConnectingStage {
  const isOtherConnection = useAtReply.number !== use.number;
  const isOutdated =
    disconnectedBy(stage.press) === null
      ? stage.name === 'asking' && (isOtherConnection || useAtReply.id !== use.id)
      : isOtherConnection;
  return isOutdated ? IDLE : stage;
}

/** Whether the key may travel over plain http to the origin of the base URL. */
export function allowsUnencrypted({
  baseUrl,
  unencryptedOrigin,
}: Pick<Typed, 'baseUrl' | 'unencryptedOrigin'>): boolean {
  return unencryptedOrigin !== undefined && unencryptedOrigin === originOf(baseUrl);
}

export function originOf(text: string): string | undefined {
  const read = readAddress(text);
  return 'url' in read ? read.url.origin : undefined;
}

function withTyped(state: ConnectingState, typed: Typed): ConnectingState {
  return { ...state, typed, isTyped: true };
}

/** Opens or closes the form, which closes the question of a check. */
function withChoice(state: ConnectingState, chosen: FormChoice | null): ConnectingState {
  return { ...edited(state, 'baseUrl'), chosen, isTyped: false };
}

/**
 * Whether the form with this choice is the form of a connection.
 * @param connectionId null for another service
 */
function isFormOf(chosen: FormChoice, connectionId: string | null): boolean {
  return chosen.kind === 'another' ? connectionId === null : chosen.id === connectionId;
}

function withBaseUrl(typed: Typed, text: string): Typed {
  const { baseUrl: _, ...problems } = typed.problems;
  const read = readAddress(text);
  return { ...typed, baseUrl: text, hadUserInfo: 'url' in read && hasUserInfo(read.url), problems };
}

function withKey(typed: Typed, hasKey: boolean): Typed {
  const { apiKey: _, ...problems } = typed.problems;
  // After a person has emptied the field, the next key is hidden.
  return { ...typed, hasKey, isKeyShown: typed.isKeyShown && hasKey, problems };
}

/** Completes the base URL, for example by a missing scheme. */
function completed(typed: Typed): Typed {
  const read = readBaseUrl(typed.baseUrl, true);
  return 'value' in read ? { ...typed, baseUrl: read.value } : typed;
}

/** Returns the state after an edit of the form, which closes the question of a check. */
function edited(state: ConnectingState, part: FormPart): ConnectingState {
  const { stage } = state;
  if (stage.name === 'checking') {
    return { ...state, stage: { ...stage, edited: [...stage.edited, part] } };
  }
  const isAboutForm = stage.name === 'asking' && stage.press.name === 'connect';
  return isAboutForm ? { ...state, stage: IDLE } : state;
}

function afterSubmission(state: ConnectingState, form: SubmittedForm): ConnectingState {
  const { unencryptedOrigin } = state.typed;
  const { apiKey } = form;
  const isUnencryptedAllowed = allowsUnencrypted({ baseUrl: form.baseUrl, unencryptedOrigin });
  const base = readBaseUrl(form.baseUrl, isUnencryptedAllowed);
  const usesStoredKey = apiKey.trim() === '' && form.hasStoredKey;
  const key = usesStoredKey ? { value: '' } : readApiKey(apiKey);
  const problems = {
    ...('problem' in base && { baseUrl: base.problem }),
    ...('problem' in key && { apiKey: key.problem }),
  };
  const typed = { ...completed(state.typed), problems };
  if ('problem' in base || 'problem' in key || form.headers === null) {
    return { ...withTyped(state, typed), stage: IDLE };
  }
  const request: ConnectRequest = {
    connectionId: form.connectionId,
    baseUrl: base.value,
    apiKey: key.value,
    headers: form.headers,
    allowsUnencrypted: isUnencryptedAllowed,
  };
  return { ...withTyped(state, typed), stage: checkOf(request, form.isFirst) };
}

/** Without headers: the worker sends all stored headers. */
function storedRequest({ id, baseUrl }: Pick<Connection, 'id' | 'baseUrl'>): ConnectRequest {
  return {
    connectionId: id,
    baseUrl,
    apiKey: '',
    allowsUnencrypted: travelsUnencrypted(baseUrl),
  };
}

function checkOf(request: ConnectRequest, isFirst: boolean): ConnectingStage {
  const press: ConnectPress = {
    name: 'connect',
    connectionId: request.connectionId,
    baseUrl: request.baseUrl,
    usesStoredKey: request.apiKey === '',
    isFirst,
    check: { state: 'running', at: 'permission' },
  };
  return { name: 'checking', press, request, edited: [] };
}

function atStep(press: ConnectPress, at: 'reachable'): ConnectPress {
  return { ...press, check: { state: 'running', at } };
}

function afterCheck(
  state: ConnectingState,
  { press, request, edited: changed }: Extract<ConnectingStage, { name: 'checking' }>,
  { check, use }: Extract<ConnectingEvent, { kind: 'checked' }>,
): ConnectingState {
  const stage = stageAfter({ ...press, check }, request);
  const isAboutFormerForm = stage.name === 'asking' && changed.length > 0;
  const next = { ...state, stage: isAboutFormerForm ? IDLE : stage, useAtReply: use };
  if (check.state !== 'passed') return next;
  // A check with the stored key tests the existing connection.
  const isFirstRun = press.usesStoredKey ? state.isFirstRun : press.isFirst;
  const { chosen } = state;
  if (chosen !== null && !isFormOf(chosen, press.connectionId)) return next;
  if (chosen !== null && changed.length === 0) {
    return { ...next, chosen: null, isTyped: false, isFirstRun };
  }
  let { typed } = state;
  if (!changed.includes('baseUrl')) typed = { ...typed, baseUrl: check.baseUrl };
  if (!changed.includes('apiKey')) typed = withKey(typed, false);
  return { ...next, typed, isFirstRun };
}

function afterAnswer(state: ConnectingState, answers: ConnectAnswers): ConnectingState {
  const { stage, typed } = state;
  if (stage.name !== 'asking' || stage.request === null) return state;
  const { press, question, request } = stage;
  const isFirst = press.name === 'connect' && press.isFirst;
  const others = answers.others && [...(request.others ?? []), ...answers.others];
  const answered = { ...request, ...answers, ...(others && { others }) };
  if (!('origin' in question)) return { ...state, stage: checkOf(answered, isFirst) };
  const { origin: baseUrl } = question;
  return {
    ...withTyped(state, { ...typed, baseUrl }),
    stage: checkOf({ ...answered, baseUrl }, isFirst),
  };
}

function afterDisconnect(
  state: ConnectingState,
  { press, result, use }: Extract<ConnectingEvent, { kind: 'disconnected' }>,
): ConnectingState {
  const next = { ...state, stage: stageAfter({ ...press, result }, null), useAtReply: use };
  if (hasFailed(result)) return next;
  const { chosen } = state;
  if (press.isLast) {
    // The form keeps the base URL, so that a person can connect again.
    const typed = state.isTyped ? state.typed : storedTyped(press.baseUrl);
    return { ...withTyped(next, typed), chosen: null, isFirstRun: false };
  }
  const isFormKept = chosen !== null && !isFormOf(chosen, press.connectionId);
  return isFormKept
    ? { ...next, isFirstRun: false }
    : { ...next, chosen: null, isTyped: false, isFirstRun: false };
}

function withDeletion(
  state: ConnectingState,
  histories: Disconnected['histories'],
  deletion: Disconnected['deletion'],
): ConnectingState {
  const { press } = state.stage;
  const disconnected = disconnectedBy(press);
  if (press?.name !== 'disconnect' || disconnected?.histories !== histories) return state;
  const changed = { ...press, result: { value: { ...disconnected, deletion } } };
  return { ...state, stage: stageAfter(changed, null) };
}

/** Returns the stage after a press that has ended. */
function stageAfter(press: ConnectionPress, request: ConnectRequest | null): ConnectingStage {
  const question = questionOf(press);
  if (question !== null) return { name: 'asking', press, question, request };
  const failure = failureOf(press);
  return failure === null ? { name: 'idle', press } : { name: 'failed', press, failure };
}
