import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { type MutableFindings, useMuting } from '@/components/page/muting';
import { DialogForm } from '@/components/ui/dialog-form';
import { Message } from '@/components/ui/message';
import type { Failure } from '@/lib/failure';
import { MAX_NOTE_LENGTH } from '@/lib/report/mutes';
import { checkName } from './content/check-names';

interface IntendedFormProps {
  findings: MutableFindings;
  onClose: () => void;
}

/** The form that mutes findings. In a private window, only says that muting is not possible. */
export function IntendedForm({ findings, onClose }: IntendedFormProps) {
  const { isPrivate, isBusy, mute } = useMuting();
  const { check, places } = findings;
  const chosen = useSignal(0);
  const place = places[chosen.value] ?? places[0];
  const title = i18n.t('intended.title', [checkName({ name: check })]);
  const note = useRef<HTMLTextAreaElement>(null);
  const failure = useSignal<Failure | null>(null);
  // Runs after the layout effect in which the dialog gets the focus.
  useEffect(() => note.current?.focus(), []);

  async function save(): Promise<void> {
    failure.value = await mute(check, place, note.current?.value.trim() ?? '');
    if (failure.value === null) onClose();
  }

  return (
    <DialogForm
      label={title}
      submitLabel={isPrivate ? null : i18n.t('intended.save')}
      isSending={isBusy(check)}
      failure={failure.value}
      onSubmit={() => void save()}
      onCancel={onClose}
    >
      <h2>{title}</h2>
      {isPrivate ? (
        <p>{i18n.t('intended.inPrivate')}</p>
      ) : (
        <>
          {places.length === 1 ? (
            <p>
              <Message text={place.where} />
            </p>
          ) : (
            <fieldset class="stack tight">
              <legend class="visually-hidden">{title}</legend>
              {places.map(({ where }, at) => (
                <label key={where} class="beside">
                  <input
                    type="radio"
                    name="intended-place"
                    checked={at === chosen.value}
                    onChange={() => {
                      chosen.value = at;
                    }}
                  />
                  <span>
                    <Message text={where} />
                  </span>
                </label>
              ))}
            </fieldset>
          )}
          <div class="stack tight">
            <label class="strong" for="intended-note">
              {i18n.t('intended.note')}
            </label>
            <textarea
              ref={note}
              id="intended-note"
              rows={2}
              maxLength={MAX_NOTE_LENGTH}
              dir="auto"
            />
          </div>
          <p class="quiet small">{i18n.t('intended.follows')}</p>
        </>
      )}
    </DialogForm>
  );
}
