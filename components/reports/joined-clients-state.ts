import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { fold } from '@/components/app/fold';
import type { HistoryState } from '@/components/app/history-state';
import type { Commands } from '@/components/app/page-commands';
import type { Failure } from '@/lib/failure';
import type { Marks } from '@/lib/history/marks';
import type { MarkChange } from '@/lib/history/marks-undo';
import {
  type ClientNames,
  createClientNames,
  type JoinedClient,
} from '@/lib/report/compare/client-names';
import { hasFailed } from '@/lib/result';

/** The content of the dialog that joins clients. */
export interface JoinQuestion {
  /** The client that other clients join. */
  client: string;
  /** The name of the joined client. */
  name: string;
  /** The names of the clients that join. */
  chosen: ReadonlySet<string>;
  /** A part of the names of the offered clients. */
  search: string;
  isSending: boolean;
  /** Why the name was refused. */
  problem: 'noName' | 'nameTaken' | null;
  /** Why the joined client was not stored. */
  failure: Failure | null;
}

export interface JoinedClientsState {
  names: ReadonlySignal<ClientNames>;
  /** Whether the joined clients are read. */
  isKnown: ReadonlySignal<boolean>;
  /** Null for no question. */
  question: ReadonlySignal<JoinQuestion | null>;
  /** The names of the clients that the question offers. */
  offered: ReadonlySignal<readonly string[]>;
  /** The number of single clients to join. */
  count: ReadonlySignal<number>;
  isJoined(client: string): boolean;
  ask(client: string): void;
  enterName(name: string): void;
  find(search: string): void;
  toggle(client: string): void;
  /** Does nothing while a joined client is being stored. */
  cancel(): void;
  confirm(): Promise<void>;
  takeApart(client: string): Promise<void>;
}

interface JoinedClientsTools {
  history: Pick<HistoryState, 'marks' | 'summaries' | 'changeMarks'>;
  commands: Commands;
  isPrivate: boolean;
  /** Returns the names of all clients. */
  clients(): readonly string[];
  /** Called after a press in a private window. Private windows cannot change marks. */
  onPrivate(): void;
  onJoined(name: string): void;
  /** @param changes for *Undo* */
  onTakenApart(name: string, changes: readonly MarkChange[]): void;
  onFailure(failure: Failure): void;
}

interface Joined {
  joined: readonly JoinedClient[];
  apart: readonly JoinedClient[];
}

const NONE: Joined = { joined: [], apart: [] };

/** Creates the joined clients, and the dialog that joins clients. */
export function createJoinedClients(tools: JoinedClientsTools): JoinedClientsState {
  const { history, commands, isPrivate, onPrivate } = tools;
  const asked = signal<JoinQuestion | null>(null);
  /** Changes only if a joined client changes, because each change groups all reports again. */
  const stored = fold<Marks | undefined, Joined>(
    computed(() => history.marks()),
    NONE,
    (former, marks) => {
      if (marks === undefined) return former;
      const next = { joined: marks.joined.map(withoutDays), apart: marks.apart };
      return JSON.stringify(next) === JSON.stringify(former) ? former : next;
    },
  );
  const names = computed(() => createClientNames(stored.value.joined, stored.value.apart));
  /** The single clients to join. */
  const singles = computed(() => {
    if (asked.value === null) return [];
    const { client, chosen } = asked.value;
    return [client, ...chosen].flatMap(names.value.singlesOf);
  });

  function edit(fields: Partial<JoinQuestion>): void {
    if (asked.value !== null) asked.value = { ...asked.value, ...fields };
  }

  function problemOf(name: string, { client, chosen }: JoinQuestion): JoinQuestion['problem'] {
    if (name === '') return 'noName';
    if (name === client || chosen.has(name) || singles.value.includes(name)) return null;
    const isTaken = tools.clients().includes(name) || names.value.ofSingle(name) !== name;
    return isTaken ? 'nameTaken' : null;
  }

  async function confirm(): Promise<void> {
    const question = asked.value;
    if (question === null || question.isSending || question.chosen.size === 0) return;
    const name = question.name.trim();
    const problem = problemOf(name, question);
    edit({ problem, failure: null, isSending: problem === null });
    if (problem !== null) return;
    const result = await history.changeMarks({ kind: 'joinClients', name, clients: singles.value });
    if (hasFailed(result)) {
      edit({ isSending: false, failure: result.failure });
      return;
    }
    asked.value = null;
    tools.onJoined(name);
  }

  return {
    names,
    isKnown: computed(() => history.summaries() !== undefined),
    question: asked,
    offered: computed(() => {
      const { client, search } = asked.value ?? { client: null, search: '' };
      const wanted = search.trim().toLocaleLowerCase();
      return tools
        .clients()
        .filter((name) => name !== client && name.toLocaleLowerCase().includes(wanted))
        .sort((one, other) => one.localeCompare(other));
    }),
    count: computed(() => singles.value.length),
    isJoined: (client) => names.value.singlesOf(client).length > 1,
    ask(client) {
      if (isPrivate) {
        onPrivate();
        return;
      }
      asked.value = {
        client,
        name: client,
        chosen: new Set(),
        search: '',
        isSending: false,
        problem: null,
        failure: null,
      };
    },
    enterName: (name) => edit({ name, problem: null }),
    find: (search) => edit({ search }),
    toggle(client) {
      const chosen = new Set(asked.value?.chosen);
      if (!chosen.delete(client)) chosen.add(client);
      edit({ chosen, failure: null });
    },
    cancel() {
      if (asked.value?.isSending !== true) asked.value = null;
    },
    confirm,
    async takeApart(name) {
      if (isPrivate) {
        onPrivate();
        return;
      }
      const result = await commands.run(`joinedClient:${name}`, () =>
        history.changeMarks({ kind: 'takeApart', name }),
      );
      if (result === null) return;
      if (hasFailed(result)) tools.onFailure(result.failure);
      else tools.onTakenApart(name, result.value.changes);
    },
  };
}

function withoutDays({ name, clients }: JoinedClient): JoinedClient {
  return { name, clients };
}
