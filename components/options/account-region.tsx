import { i18n } from '#i18n';
import { PlainFields } from '@/components/plain-fields';
import type { Account } from '@/lib/model/connection';

/** Whose key it is, in the service's own fields. */
export function AccountRegion({ account }: { account: Account }) {
  return (
    <section class="card" aria-labelledby="account">
      <h2 id="account">{i18n.t('options.account')}</h2>
      {account.fields.length > 0 ? (
        <PlainFields fields={account.fields} />
      ) : (
        <p>{i18n.t('options.noAccount')}</p>
      )}
    </section>
  );
}
