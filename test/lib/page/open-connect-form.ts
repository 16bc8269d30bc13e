import { signal } from '@preact/signals';
import { vi } from 'vitest';
import type { Connection, ConnectRequest } from '@/lib/connection/connection';
import type { ConnectionCheck } from '@/lib/connection/connection-check';
import type { Outcome } from '@/lib/outcome';
import { createConnectForm } from '@/lib/page/connect-form';
import { holdAnswers } from '../../support/held-answers';

/** The connection that a form may find. */
export const STANDING: Connection = { id: 'a', baseUrl: 'https://host.example/s' };

/** A form whose browser and background are answered by hand. */
export function openForm(stored?: Connection) {
  const connection = signal(stored);
  const grants = holdAnswers<boolean>();
  const checks = holdAnswers<ConnectionCheck>();
  const disconnects = holdAnswers<Outcome<null>>();
  const requestPermission = vi.fn((_: string) => grants.call());
  const hasPermission = vi.fn(async (_: string) => false);
  const connect = vi.fn((_: ConnectRequest) => checks.call());
  const disconnect = vi.fn((_: boolean) => disconnects.call());
  const form = createConnectForm({
    connection,
    requestPermission,
    hasPermission,
    connect,
    disconnect,
  });
  return {
    ...{ form, connection, grants, checks, disconnects },
    ...{ requestPermission, hasPermission, connect, disconnect },
  };
}

/** A form with an address and a key typed in. */
export function openFilledForm(stored?: Connection) {
  const opened = openForm(stored);
  opened.form.enterBaseUrl(' https://host.example/s/ ');
  opened.form.enterApiKey('typed-key');
  return opened;
}

/** A form whose check has been asked of the background. */
export async function openCheckingForm() {
  const opened = openFilledForm();
  const connecting = opened.form.connect();
  opened.grants.answer(0, true);
  await opened.checks.asked(1);
  return { ...opened, connecting };
}
