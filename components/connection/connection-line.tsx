import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { accountMessage } from '@/components/text/messages/account-message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import type { Connection } from '@/lib/connection/connection';
import type { Failure } from '@/lib/failure';
import type { ConnectForm } from './connect-state';

interface ConnectionLineProps {
  form: ConnectForm;
  connection: Connection | undefined;
  /** Whose account it is; null where that is not known. */
  account: string | null;
  /** Why the service refuses the key that is kept, as last heard; null where it does not. */
  refusal: Failure | null;
}

/** Which service is connected, and as whom. */
export function ConnectionLine({ form, connection, account, refusal }: ConnectionLineProps) {
  const check = form.check.value?.state;
  // Until a check has passed, nobody has heard otherwise; where one has failed, that stands below.
  if (connection && refusal && check !== 'passed') {
    if (check === 'failed') return null;
    return <AlertLine>{accountMessage(refusal, connection.baseUrl)}</AlertLine>;
  }
  return <StatusLine>{connection && sentence(form, connection, account)}</StatusLine>;
}

function sentence(form: ConnectForm, { baseUrl }: Connection, account: string | null) {
  const check = form.check.value;
  const host = isolated(baseUrl.replace(/^https?:\/\//, ''));
  const name = account && isolated(account);
  const former = form.formerAccount.value;
  if (former !== null && account !== null && former !== account) {
    return i18n.t('options.nowConnectedAs', [isolated(account), isolated(former)]);
  }
  const hasProblem = Object.keys(form.problems.value).length > 0;
  // While it asks what becomes of open work, nothing has failed yet.
  const hasFailed = check?.state === 'failed' && check.failure.code !== 'openWork';
  // The connection as it is was checked, and what is wrong with it stands below.
  if (hasFailed && !form.hasChanges.value) return null;
  const isUnchanged = form.hasChanges.value && (hasFailed || hasProblem);
  if (name === null) {
    return i18n.t(isUnchanged ? 'options.stillConnected' : 'options.connected', [host]);
  }
  return i18n.t(isUnchanged ? 'options.stillConnectedAs' : 'options.connectedAs', [host, name]);
}
