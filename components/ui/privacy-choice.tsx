import { privacyLabel } from '@/components/text/labels';
import { PRIVACIES, type Privacy } from '@/lib/report/privacy';

interface PrivacyChoiceProps {
  /** Unique on the page. */
  name: string;
  label: string;
  /** Where the choices speak for themselves: the label is there for screen readers alone. */
  hidesLabel?: boolean;
  /** Null: not known, and none chosen. */
  value: Privacy | null;
  onChoose: (privacy: Privacy) => void;
}

/** The three privacy settings as one group of radio buttons. */
export function PrivacyChoice(props: PrivacyChoiceProps) {
  const { name, label, hidesLabel = false, value, onChoose } = props;
  return (
    <div class="field">
      <span class={hidesLabel ? 'unseen' : 'label'} id={`${name}-label`}>
        {label}
      </span>
      <div class="segments" role="radiogroup" aria-labelledby={`${name}-label`}>
        {PRIVACIES.map((privacy) => (
          <label class="segment" key={privacy}>
            <input
              type="radio"
              name={name}
              checked={privacy === value}
              onChange={() => onChoose(privacy)}
            />
            <span>{privacyLabel(privacy)}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
