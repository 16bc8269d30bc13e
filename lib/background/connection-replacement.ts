import { isSameAccount, lastAccount } from '@/lib/connection/account-identity';
import { hostPattern } from '@/lib/connection/base-url';
import type { Connection, OpenWorkConsent } from '@/lib/connection/connection';
import type { CheckedConnection } from '@/lib/connection/worker/check-steps';
import type { NotDeleted } from '@/lib/deletion/deletion';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { cutToSize } from '@/lib/report/stored-list';
import { copySubmissions } from '@/lib/submission/worker/copied-submissions';
import type { BackgroundTools } from './background-tools';
import type { ConnectedService } from './connected-service';
import type { Leaving } from './leaving';

const STORE_UNREADABLE = { code: 'storeUnreadable' } as const;

/**
 * Puts a checked connection in place of the one that stands, within a change of it. It fails with
 * `openWork`, and changes nothing, where that takes a consent which is not there. Rejects when the
 * store fails: the connection that stands is then still the former.
 * @returns the reports that the former service, or account, did not delete
 */
export type ReplaceConnection = (
  checked: CheckedConnection,
  consent: OpenWorkConsent,
) => Promise<Outcome<NotDeleted[]>>;

/** Makes the replacement of connections. */
export function createConnectionReplacement(
  { store, newId }: Pick<BackgroundTools, 'store' | 'newId'>,
  { releaseSession }: Pick<ConnectedService, 'releaseSession'>,
  { openWork, leave, giveBackPermission }: Leaving,
): ReplaceConnection {
  /** Whether what is stored for the former connection is the new key's as well. */
  async function isOfSameAccount({ id }: Connection, { account }: CheckedConnection) {
    if (account === undefined || hasFailed(account)) return false;
    return isSameAccount(lastAccount(await store.account(id).read()), account.value);
  }

  /** Stores the connection, which from then on stands, and what its check has read. */
  async function put(id: string, isNewService: boolean, checked: CheckedConnection) {
    const { credentials, list, account } = checked;
    const { baseUrl, apiKey } = credentials;
    await store.save({ id, baseUrl }, apiKey);
    // A connection without its first list, or its account, is as good. The list of a service that
    // was connected before may show what private windows have asked for.
    const lists = store.lists(id, 'local');
    if (isNewService) await lists.write(cutToSize([list])).catch(() => {});
    const accounts = store.account(id);
    if (account && !hasFailed(account)) await accounts.write(account).catch(() => {});
    // What is left of the former undoes nothing, and goes with the next start of a worker.
    await store.removeOthers(id).catch(() => {});
  }

  /** Copies what tells the reports of private windows, which another key may list as well. */
  async function copyPrivateReports(from: string, to: string): Promise<void> {
    const hashes = await store.privateHashes(from).read();
    if (hashes) await store.privateHashes(to).write(hashes);
    const ids = await store.privateReports(from).read();
    if (ids) await store.privateReports(to).write(ids);
  }

  /** Connects under an id of its own: nothing of the former connection is seen there. */
  async function putAnew(
    former: Connection | undefined,
    checked: CheckedConnection,
    { dropsOpenWork, keepsOpenWork }: OpenWorkConsent,
  ): Promise<Outcome<NotDeleted[]>> {
    const sameService = former?.baseUrl === checked.credentials.baseUrl ? former : undefined;
    const canBeKept = sameService !== undefined;
    const keeps = keepsOpenWork === true && canBeKept;
    const open = keeps || dropsOpenWork ? null : await openWork().catch(() => STORE_UNREADABLE);
    if (open?.code === 'storeUnreadable') return { failure: open };
    if (open !== null) return { failure: { ...open, ...(canBeKept && { canBeKept }) } };
    const id = newId();
    try {
      // Until the new connection is stored, its copies are nobody's: a worker that is stopped in
      // between goes on with the former one and loses nothing.
      const notDeleted = await leave(async () => {
        if (sameService === undefined) return;
        await copyPrivateReports(sameService.id, id);
        if (!keeps) return;
        await copySubmissions(store.submissions(sameService.id), store.submissions(id));
      });
      await put(id, !canBeKept, checked);
      return { value: notDeleted };
    } catch (error) {
      const standing = await store.connection.read();
      if (standing) await store.removeOthers(standing.id);
      throw error;
    }
  }

  return async (checked, consent) => {
    const { baseUrl, apiKey } = checked.credentials;
    const former = await store.connection.read();
    if (former?.baseUrl !== baseUrl) {
      const replaced = await putAnew(former, checked, consent);
      const isOtherHost = former && hostPattern(former.baseUrl) !== hostPattern(baseUrl);
      if (isOtherHost && !hasFailed(replaced)) await giveBackPermission(former.baseUrl);
      return replaced;
    }
    if ((await store.apiKey(former.id).read()) !== apiKey) {
      if (!(await isOfSameAccount(former, checked))) return putAnew(former, checked, consent);
      await releaseSession()?.close();
    }
    // With the same key, requests under way for this very connection go on.
    await put(former.id, false, checked);
    return { value: [] };
  };
}
