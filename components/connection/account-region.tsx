import { i18n } from '#i18n';
import { ExtraFieldList } from '@/components/reports/extra-field-list';
import { failureMessage } from '@/components/text/failure-message';
import type { StoredAccount } from '@/lib/connection/connection';
import type { Failure } from '@/lib/failure';

/** Whose key it is, in the service's own fields. */
export function AccountRegion({ account }: { account: StoredAccount }) {
  return (
    <section class="card" aria-labelledby="account">
      <h2 id="account">{i18n.t('options.account')}</h2>
      {'value' in account ? (
        <ExtraFieldList fields={account.value.fields} />
      ) : (
        <p>{noAccountSentence(account.failure)}</p>
      )}
    </section>
  );
}

function noAccountSentence(failure: Failure): string {
  return failure.code === 'notAllowed' ? i18n.t('options.noAccount') : failureMessage(failure);
}
