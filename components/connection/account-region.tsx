import { i18n } from '#i18n';
import { FieldTree } from '@/components/report/content/field-tree';
import { countText } from '@/components/text/language';
import { accountMessage } from '@/components/text/messages/account-message';
import { Message } from '@/components/ui/message';
import { type AccountFacts, accountFacts } from '@/lib/connection/account-facts';
import type { StoredAccount } from '@/lib/connection/connection';
import { ACCOUNT_BOUNDS, type Account } from '@/lib/report/extra-fields';

interface AccountRegionProps {
  account: StoredAccount;
  /** The service that was asked. */
  baseUrl: string;
}

/** Whose key it is and what it allows, before whatever else the service says of it. */
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
  const { rest, ...facts } = accountFacts(account);
  const lines = factLines(facts).filter(([, value]) => value !== null);
  return (
    <>
      {lines.length > 0 && (
        <dl class="fields">
          {lines.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <FieldTree fields={rest} />
      {account.isCut && (
        <p class="note">{i18n.t('report.cut', [countText(ACCOUNT_BOUNDS.values)])}</p>
      )}
    </>
  );
}

function factLines({ name, email, plan, reports }: Omit<AccountFacts, 'rest'>) {
  const limit = reports === Infinity ? i18n.t('options.noLimit') : reports && countText(reports);
  return [
    [i18n.t('options.accountName'), name],
    [i18n.t('options.accountEmail'), email],
    [i18n.t('options.accountPlan'), plan],
    [i18n.t('options.accountReports'), limit],
  ] as const;
}
