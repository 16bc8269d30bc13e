import { i18n } from '#i18n';
import { OtherFields } from '@/components/report/content/folding';
import { countText } from '@/components/text/language';
import { accountMessage } from '@/components/text/messages/check-message';
import { Message } from '@/components/ui/message';
import { type AccountFacts, accountFacts } from '@/lib/connection/account-facts';
import type { Account } from '@/lib/report/extra-fields';
import { hasFailed } from '@/lib/result';
import type { Connecting } from './connecting-state';
import { failureOf } from './connection-press';

/** The account of the API key: its usual fields first, then all other fields of the service. */
export function AccountRegion({ connecting }: { connecting: Connecting }) {
  const baseUrl = connecting.connection.value?.baseUrl;
  const account = connecting.account.value;
  if (baseUrl === undefined || account === undefined) return null;
  const failure = hasFailed(account) ? account.failure : null;
  const press = connecting.lastPress.value;
  const isShownAbove = press?.baseUrl === baseUrl && failureOf(press)?.code === failure?.code;
  // `ServiceRegion` shows a refused key.
  if (failure && (failure.code === 'keyRefused' || isShownAbove)) return null;
  return (
    <section class="card stack" aria-labelledby="account">
      <h2 id="account">{i18n.t('options.account')}</h2>
      {hasFailed(account) ? (
        <p>
          <Message text={accountMessage(account.failure, baseUrl)} />
        </p>
      ) : (
        <AccountFields account={account.value} />
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
        <dl>
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
      <OtherFields {...account} fields={rest} />
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
