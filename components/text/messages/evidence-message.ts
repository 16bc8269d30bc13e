import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { counted, listOf, sentences } from '@/components/text/language';
import type { WhichAccount } from '@/lib/connection/check-steps';
import type { StoredHistory } from '@/lib/history/histories';

const KINDS = ['reports', 'results', 'marks'] as const;

/** Returns the question whether an API key is of the account of a connection. */
export function whichAccountMessage({ baseUrl, account, hasMoved }: WhichAccount): string {
  const host = isolated(baseUrl.replace(/^https?:\/\//, ''));
  const name = account?.email ?? account?.id;
  return sentences(
    hasMoved
      ? i18n.t('whichAccount.moved', [host])
      : name == null
        ? i18n.t('whichAccount.unnamed', [host])
        : i18n.t('whichAccount.named', [isolated(name), host]),
    i18n.t('whichAccount.outcome'),
  );
}

/** Returns what stays in this browser after a disconnection, in numbers. */
export function detachedMessage(histories: readonly StoredHistory[]): string {
  const parts = KINDS.map(
    (kind) => [kind, histories.reduce((sum, one) => sum + one[kind], 0)] as const,
  )
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => counted(`detached.${kind}`, count));
  return sentences(i18n.t('detached.kept', [listOf(parts)]), i18n.t('detached.onlyHere'));
}
