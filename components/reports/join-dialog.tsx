import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { counted } from '@/components/text/language';
import { DialogForm } from '@/components/ui/dialog-form';
import { SearchField } from '@/components/ui/fields/search-field';
import { FieldMessages } from '@/components/ui/fields/text-field';
import { Message } from '@/components/ui/message';
import type { JoinQuestion } from './joined-clients-state';
import { useReports } from './reports-page';

/** Minimum number of clients for a search field in the dialog. */
const MIN_SEARCHED = 10;

/** The dialog that joins a client with others. */
export function JoinDialog() {
  const { joinedClients } = useReports();
  const { cancel, confirm } = joinedClients;
  const question = joinedClients.question.value;
  if (question === null) return null;
  const { chosen, isSending, failure } = question;
  return (
    <DialogForm
      label={i18n.t('joined.title')}
      submitLabel={counted('joined.confirm', joinedClients.count.value)}
      isIncomplete={chosen.size === 0}
      isSending={isSending}
      failure={failure}
      onSubmit={() => void confirm()}
      onCancel={cancel}
    >
      <h3>{i18n.t('joined.title')}</h3>
      <NameField question={question} />
      <OfferedClients question={question} />
    </DialogForm>
  );
}

const NAME_FIELD = 'joined-name';

function NameField({ question: { name, problem } }: { question: JoinQuestion }) {
  const { joinedClients } = useReports();
  return (
    <div class="stack tight">
      <label class="strong" for={NAME_FIELD}>
        {i18n.t('joined.name')}
      </label>
      <input
        id={NAME_FIELD}
        dir="auto"
        maxLength={100}
        autocomplete="off"
        value={name}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${NAME_FIELD}-problem`}
        onInput={(event) => joinedClients.enterName(event.currentTarget.value)}
      />
      <FieldMessages
        id={NAME_FIELD}
        problem={problem && i18n.t(`joined.${problem}`)}
        announcesProblem
        hint={null}
      />
    </div>
  );
}

function OfferedClients({ question: { client, chosen, search } }: { question: JoinQuestion }) {
  const { joinedClients } = useReports();
  const offered = joinedClients.offered.value;
  const isSearched = search !== '' || offered.length >= MIN_SEARCHED;
  return (
    <fieldset class="stack tight">
      <legend class="strong">
        <Message text={i18n.t('joined.others', [isolated(client)])} />
      </legend>
      {isSearched && (
        <SearchField label={i18n.t('joined.search')} value={search} onEnter={joinedClients.find} />
      )}
      {offered.length === 0 && <p class="quiet">{i18n.t('joined.noMatch')}</p>}
      <ul class="joinable" aria-label={i18n.t('clients.label')}>
        {offered.map((name) => (
          <li key={name}>
            <label class="beside tight">
              <input
                type="checkbox"
                checked={chosen.has(name)}
                onChange={() => joinedClients.toggle(name)}
              />
              <bdi>{name}</bdi>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
