import { i18n } from '#i18n';
import { TextField } from '@/components/ui/fields/text-field';
import { IconButton } from '@/components/ui/icon';
import type { Connecting } from './connecting-state';
import { CLOUDFLARE_ACCESS, type HeaderField } from './header-fields-state';

/** The request headers, for a proxy in front of the service. Folded, because few people need them. */
export function HeaderFieldset({ headers }: Pick<Connecting, 'headers'>) {
  const fields = headers.fields.value;
  const hasPreset = fields.some(({ name }) => CLOUDFLARE_ACCESS.includes(name));
  return (
    <details
      open={headers.isOpen.value}
      onToggle={({ currentTarget }) => {
        headers.isOpen.value = currentTarget.open;
      }}
    >
      <summary id="headers" class="strong">
        {i18n.t('options.requestHeaders')}
      </summary>
      <div class="headers stack">
        <p class="quiet">{i18n.t('options.requestHeadersHint')}</p>
        <ul class="stack" aria-labelledby="headers">
          {fields.map((field, index) => (
            <HeaderLine key={field.id} headers={headers} field={field} number={index + 1} />
          ))}
        </ul>
        {headers.canAdd.value && (
          <div class="cluster">
            <button type="button" onClick={() => headers.add([''])}>
              {i18n.t('options.addHeader')}
            </button>
            {!hasPreset && (
              <button type="button" onClick={() => headers.add(CLOUDFLARE_ACCESS)}>
                Cloudflare Access
              </button>
            )}
          </div>
        )}
      </div>
    </details>
  );
}

type HeaderLineProps = Pick<Connecting, 'headers'> & { field: HeaderField; number: number };

/** The name of a header, and the field for its value. An empty field keeps the stored value. */
function HeaderLine({ headers, field, number }: HeaderLineProps) {
  const { id, name, value, isSaved, isManaged, problem } = field;
  const isAboutName = problem?.startsWith('name') === true;
  const problemText = problem && i18n.t(`problem.header.${problem}`);
  return (
    <li class="header-line">
      {isSaved || isManaged ? (
        <div class="stack tight">
          <p class="strong">
            <bdi>{name}</bdi>
          </p>
          {isManaged && <p class="quiet">{i18n.t('options.setByOrganization')}</p>}
        </div>
      ) : (
        <TextField
          id={`header-name-${id}`}
          label={i18n.t('options.headerName', [number])}
          value={name}
          onEnter={(text) => headers.enter(id, { name: text })}
          problem={isAboutName ? problemText : null}
        />
      )}
      <TextField
        id={`header-value-${id}`}
        label={i18n.t('options.headerValue', [number])}
        value={value}
        onEnter={(text) => headers.enter(id, { value: text })}
        isSecret
        problem={isAboutName ? null : problemText}
        hint={isSaved && value === '' && i18n.t('options.headerSaved')}
      >
        {!isManaged && (
          <IconButton
            label={i18n.t('options.removeHeader', [name || number])}
            icon="cross"
            onClick={() => headers.remove(id)}
          />
        )}
      </TextField>
    </li>
  );
}
