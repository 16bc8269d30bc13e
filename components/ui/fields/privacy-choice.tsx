import { privacyLabel } from '@/components/text/labels';
import { PRIVACIES, Privacy } from '@/lib/report/privacy';
import { PrivacyIcon } from './privacy-icon';
import { focusField } from './text-field';

interface PrivacyChoiceProps {
  /** Unique on the page. */
  name: string;
  label: string;
  /** Whether the label is only for assistive technology. */
  isLabelVisuallyHidden?: boolean;
  /** Null if unknown. */
  value: Privacy | null;
  isDisabled?: boolean;
  onChoose: (privacy: Privacy) => void;
  /** The id of the field that appears while Password is chosen. */
  passwordFieldId?: string;
  /** The caller draws the problem with `FieldMessages`. */
  problem?: string | null;
}

export function PrivacyChoice(props: PrivacyChoiceProps) {
  const { name, label, isLabelVisuallyHidden = false, value, onChoose, problem = null } = props;
  const { passwordFieldId, isDisabled = false } = props;
  return (
    <div class="stack tight">
      <span class={isLabelVisuallyHidden ? 'visually-hidden' : 'strong'} id={`${name}-label`}>
        {label}
      </span>
      <div
        class="segments"
        role="radiogroup"
        aria-labelledby={`${name}-label`}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : `${name}-problem`}
      >
        {PRIVACIES.map((privacy) => (
          <label class="segment" key={privacy}>
            <input
              type="radio"
              name={name}
              checked={privacy === value}
              disabled={isDisabled}
              onChange={() => onChoose(privacy)}
              onClick={({ detail }) => {
                // Arrow keys also fire `click`, with `detail` 0, but must not move the focus.
                const isPointerPress = detail > 0;
                if (isPointerPress && privacy === Privacy.Password && passwordFieldId) {
                  focusField(passwordFieldId);
                }
              }}
            />
            <span class="with-icon">
              <PrivacyIcon privacy={privacy} />
              {privacyLabel(privacy)}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}
