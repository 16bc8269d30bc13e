import { useId } from 'preact/hooks';
import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { counted } from '@/components/text/language';
import { accountMessage } from '@/components/text/messages/check-message';
import { focusField } from '@/components/ui/fields/text-field';
import { Icon } from '@/components/ui/icon';
import { Message } from '@/components/ui/message';
import { AlertLine, FailureLine } from '@/components/ui/message-lines';
import { hasFailed } from '@/lib/result';
import type { Connecting } from './connecting-state';
import { NameField, ReportLinkField } from './connection-fields';
import { PressResult } from './press-result';
import { ServiceForm } from './service-form';
import type { ServiceRow } from './service-rows-state';
import type { Settings } from './settings-state';

interface ServiceListProps {
  connecting: Connecting;
  settings: Pick<Settings, 'name' | 'reportLink'>;
  /** Called when a person wants a backup before a history is deleted. */
  onSaveBackup: () => void;
}

/** The connected services, one row each. */
export function ServiceList(props: ServiceListProps) {
  const { serviceRows, connection } = props.connecting;
  return (
    <>
      {connection.value === undefined && <p>{i18n.t('serviceList.noneInUse')}</p>}
      <ul class="services" aria-labelledby="service-heading">
        {serviceRows.value.map((row) => (
          <li key={row.connection.id}>
            <Row {...props} row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface RowProps extends ServiceListProps {
  row: ServiceRow;
}

/**
 * A service. The name of the group tells screen readers which service its buttons are for. Two accounts of
 * a service may have the same name, so the account describes the group.
 */
function Row({ row, connecting, settings, onSaveBackup }: RowProps) {
  const nameId = useId();
  const factsId = useId();
  const { id } = row.connection;
  const choice = connecting.chosen.value;
  const isOpen = choice?.kind === 'connection' && choice.id === id;
  return (
    <fieldset class="stack" aria-labelledby={nameId} aria-describedby={factsId}>
      <div class="service-head">
        <div class="service-facts">
          <p>
            <bdi id={nameId} class="strong">
              {row.name}
            </bdi>{' '}
            {row.host && <bdi class="quiet">{row.host}</bdi>}
          </p>
          <div id={factsId}>
            <Facts row={row} />
          </div>
        </div>
        <UseControl row={row} connecting={connecting} />
      </div>
      <FailureLine failure={row.useFailure} />
      {row.isInUse && <RefusedKey connecting={connecting} />}
      {isOpen ? (
        <>
          <NameField field={settings.name} />
          <ReportLinkField field={settings.reportLink} />
          <ServiceForm connecting={connecting} />
        </>
      ) : (
        <Actions row={row} connecting={connecting} />
      )}
      <PressResult connecting={connecting} rowId={id} onSaveBackup={onSaveBackup} />
    </fieldset>
  );
}

/** The account and the waiting operations of a service. */
function Facts({ row }: { row: ServiceRow }) {
  const { waiting = 0, privateWaiting = 0, needsAttention = 0 } = row.waiting ?? {};
  const facts = [
    row.account && isolated(row.account),
    row.plan && isolated(row.plan),
    waiting > 0 && counted('inUse.waiting', waiting),
    needsAttention > 0 && counted('inUse.needsAttention', needsAttention),
  ].filter(Boolean);
  return (
    <>
      {facts.length > 0 && (
        <p class="quiet small">
          <Message text={facts.join(' · ')} />
        </p>
      )}
      {privateWaiting > 0 && (
        <p class="quiet small">{counted('inUse.privateWaiting', privateWaiting)}</p>
      )}
    </>
  );
}

/** Says that the service is in use; otherwise, a button that puts the service in use. */
function UseControl({ row, connecting }: Pick<RowProps, 'row' | 'connecting'>) {
  if (row.isInUse) {
    return (
      <p class="with-icon accent strong">
        <Icon name="tick" />
        {i18n.t('serviceList.inUse')}
      </p>
    );
  }
  return (
    <button
      type="button"
      aria-disabled={row.isBusy}
      onClick={() => void connecting.services.use(row.connection.id)}
    >
      {i18n.t(row.isBusy ? 'inUse.changing' : 'inUse.use')}
    </button>
  );
}

/** Says that the service in use refuses the stored key, unless the row shows the outcome of a check. */
function RefusedKey({ connecting }: Pick<RowProps, 'connecting'>) {
  const connection = connecting.connection.value;
  const account = connecting.account.value;
  if (connection === undefined || account === undefined || !hasFailed(account)) return null;
  const isChecked = connecting.pressedRow.value === connection.id && connecting.check.value;
  if (account.failure.code !== 'keyRefused' || isChecked) return null;
  return <AlertLine>{accountMessage(account.failure, connection.baseUrl)}</AlertLine>;
}

/** The buttons that open the form. `field` is the id of the field that the press focuses. */
const FIELDS = [
  { field: 'apiKey', label: 'queue.replaceKey' },
  { field: 'headers', label: 'options.requestHeaders' },
  { field: 'report-link', label: 'options.reportLink' },
  { field: 'service-name', label: 'serviceList.rename' },
] as const;

function Actions({ row, connecting }: Pick<RowProps, 'row' | 'connecting'>) {
  const { id } = row.connection;
  const isBusy = connecting.isChecking.value;

  function open(field: (typeof FIELDS)[number]['field']): void {
    connecting.showForm({ kind: 'connection', id });
    connecting.headers.isOpen.value = field === 'headers';
    focusField(field);
  }

  return (
    <div class="service-actions">
      <button
        type="button"
        class="link"
        {...(row.isInUse && { id: 'check-in-use' })}
        aria-disabled={isBusy}
        onClick={() => void connecting.checkStored(id)}
      >
        {i18n.t('options.check')}
      </button>
      {FIELDS.map(({ field, label }) => (
        <button key={field} type="button" class="link" onClick={() => open(field)}>
          {i18n.t(label)}
        </button>
      ))}
      <button
        type="button"
        class="link"
        aria-disabled={isBusy}
        onClick={() => void connecting.disconnect(id)}
      >
        {i18n.t('options.disconnect')}
      </button>
    </div>
  );
}
