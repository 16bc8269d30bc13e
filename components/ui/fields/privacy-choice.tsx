import { privacyLabel } from '@/components/text/labels';
import { PRIVACIES, Privacy } from '@/lib/report/privacy';
import { PrivacyIcon } from './privacy-icon';

interface PrivacyChoiceProps {
  /** Unique on the page. */
  name: string;
  label: string;
  /** Whether the label is for assistive technology alone: the choices speak for themselves. */
  isLabelUnseen?: boolean;
  /** Null: not known, and none chosen. */
  value: Privacy | null;
  isDisabled?: boolean;
  onChoose: (privacy: Privacy) => void;
  /** The field that is there while Password is chosen; none where nothing is to be entered. */
  passwordFieldId?: string;
  /** What is wrong with the choice; it stands elsewhere on the page, as `FieldMessages`. */
  problem?: string | null;
}

/** The three privacy settings as one group of radio buttons. */
export function PrivacyChoice(props: PrivacyChoiceProps) {
  const { name, label, isLabelUnseen = false, value, onChoose, problem = null } = props;
  const { passwordFieldId, isDisabled = false } = props;
  return (
    <div class="stack tight">
      <span class={isLabelUnseen ? 'unseen' : 'strong'} id={`${name}-label`}>
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
                // Arrow keys choose as well, and go on to the other choices.
                const isPressed = detail > 0 && privacy === Privacy.Password;
                if (isPressed && passwordFieldId) focusInNextFrame(passwordFieldId);
              }}
            />
            <span class="pictured">
              <PrivacyIcon privacy={privacy} />
              {privacyLabel(privacy)}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}

/** What a press has added to the page is there with the next frame. */
function focusInNextFrame(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}
