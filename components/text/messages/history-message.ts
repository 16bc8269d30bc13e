import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { counted, listOf, sentences } from '@/components/text/language';
import type { WhichAccount } from '@/lib/connection/check-steps';
import type { StoredHistory } from '@/lib/history/histories';

const RECORD_KINDS = ['reports', 'results', 'marks'] as const;

/** Returns the question whether an API key belongs to the account of a connection. */
export function whichAccountMessage(question: WhichAccount): string {
  return sentences(accountQuestion(question), i18n.t('whichAccount.outcome'));
}

function accountQuestion({ baseUrl, account, hasMoved }: WhichAccount): string {
  const host = isolated(baseUrl.replace(/^https?:\/\//, ''));
  if (hasMoved) return i18n.t('whichAccount.moved', [host]);
  const name = account?.email ?? account?.id;
  return name == null
    ? i18n.t('whichAccount.unnamed', [host])
    : i18n.t('whichAccount.named', [isolated(name), host]);
}

/** Returns the numbers of records by kind. Omits kinds without records. */
export function recordsText(counts: Pick<StoredHistory, (typeof RECORD_KINDS)[number]>): string {
  const kinds = RECORD_KINDS.filter((kind) => counts[kind] > 0);
  return listOf(kinds.map((kind) => counted(`detached.${kind}`, counts[kind])));
}

/** Returns the numbers of records that stay in this browser after *Disconnect*. */
export function detachedMessage(histories: readonly StoredHistory[]): string {
  const sum = { reports: 0, results: 0, marks: 0 };
  for (const history of histories) {
    for (const kind of RECORD_KINDS) sum[kind] += history[kind];
  }
  return sentences(i18n.t('detached.kept', [recordsText(sum)]), i18n.t('detached.lostByDeletion'));
}
