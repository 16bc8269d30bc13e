import { i18n } from '#i18n';
import { FieldTree } from '@/components/reports/content/field-tree';
import { accountMessage } from '@/components/text/account-message';
import { countText } from '@/components/text/language';
import { Message } from '@/components/ui/message';
import type { StoredAccount } from '@/lib/connection/connection';
import { withNumberedItems } from '@/lib/report/content/sections';
import { ACCOUNT_BOUNDS, type Account } from '@/lib/report/extra-fields';

interface AccountRegionProps {
  account: StoredAccount;
  /** The service that was asked. */
  baseUrl: string;
}

/** Whose key it is, in the service's own fields. */
export function AccountRegion({ account, baseUrl }: AccountRegionProps) {
  return (
    <section class="card" aria-labelledby="account">
      <h2 id="account">{i18n.t('options.account')}</h2>
      {'value' in account ? (
        <AccountFields account={account.value} />
      ) : (
        <p>
          <Message text={accountMessage(account.failure, baseUrl)} />
        </p>
      )}
    </section>
  );
}

function AccountFields({ account }: { account: Account }) {
  return (
    <>
      <FieldTree fields={withNumberedItems(account.fields)} />
      {account.isCut && (
        <p class="note">{i18n.t('report.cut', [countText(ACCOUNT_BOUNDS.values)])}</p>
      )}
    </>
  );
}
