import { signal } from '@preact/signals';
import { vi } from 'vitest';
import { createConnectForm } from '@/components/connection/connect-state';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { Connection, ConnectRequest } from '@/lib/connection/connection';
import type { Outcome } from '@/lib/outcome';
import { holdAnswers } from './held-answers';

/** The connection that a form may find. */
export const STANDING: Connection = { id: 'a', baseUrl: 'https://host.example/s' };

/** A form with that address and a key typed in, whose browser and background are answered by hand. */
export function openConnect(stored?: Connection, typed = { baseUrl: '', apiKey: 'typed-key' }) {
  const connection = signal(stored);
  const account = signal<string | null>(null);
  const grants = holdAnswers<boolean>();
  const checks = holdAnswers<ConnectionCheck>();
  const disconnects = holdAnswers<Outcome<null>>();
  const requestPermission = vi.fn((_: string) => grants.call());
  const hasPermission = vi.fn(async (_: string) => false);
  const connect = vi.fn((_: ConnectRequest) => checks.call());
  const disconnect = vi.fn((_: boolean) => disconnects.call());
  const form = createConnectForm({
    ...{ connection, account, requestPermission, hasPermission, connect, disconnect },
  });
  form.enterBaseUrl(typed.baseUrl || STANDING.baseUrl);
  form.enterApiKey(typed.apiKey);
  /** Presses a button whose check the browser then allows; done when the background is asked. */
  async function startCheck(press = form.connect): Promise<{ ended: Promise<void> }> {
    const ended = press();
    grants.answer(grants.count - 1, true);
    await checks.asked(grants.count);
    return { ended };
  }
  return {
    ...{ form, connection, account, grants, checks, disconnects, startCheck },
    ...{ requestPermission, hasPermission, connect, disconnect },
    /** Has a check end so. */
    async check(check: ConnectionCheck): Promise<void> {
      const { ended } = await startCheck();
      checks.answer(checks.count - 1, check);
      await ended;
    },
    /** Presses Disconnect, which the background answers so. */
    async end(outcome: Outcome<null>): Promise<void> {
      const ended = form.disconnect();
      disconnects.answer(disconnects.count - 1, outcome);
      await ended;
    },
  };
}
