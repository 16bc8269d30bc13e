import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { AlertLine } from './message-lines';

/** One answer to a question. */
interface Answer {
  label: string;
  onPress: () => void;
  /** It does what the question warns of. */
  isConsent: boolean;
}

interface QuestionProps {
  /** What is asked, where that is more than the answers say. */
  title?: string;
  /** Why a person is asked. */
  text: string;
  /** What follows from an answer, a paragraph each. */
  children?: ComponentChildren;
  answers: readonly Answer[];
  /** Leaves everything as it is. */
  onCancel: () => void;
  /** Default: Cancel. Where the question is about a press of Cancel, that would say both. */
  cancelLabel?: string;
  /** Where the focus goes once it is answered: a selector; the place of the question is as good. */
  nextFocus?: string;
  /** Whether what was answered is being stored. */
  isBusy?: boolean;
}

/** Asks for a person's word before something that cannot be taken back, with a button for each answer. */
export function Question({
  title,
  text,
  children,
  answers,
  onCancel,
  cancelLabel,
  nextFocus,
  isBusy,
}: QuestionProps) {
  return (
    <div class="ask" data-next-focus={nextFocus} aria-busy={isBusy}>
      {title && (
        <div class="alert" role="alert">
          <h3>{title}</h3>
          {children}
        </div>
      )}
      <AlertLine>{text}</AlertLine>
      <div class="buttons">
        {answers.map(({ label, onPress, isConsent }) =>
          isConsent ? (
            <ConsentButton key={label} label={label} onPress={onPress} />
          ) : (
            <button key={label} type="button" onClick={onPress}>
              {label}
            </button>
          ),
        )}
        <button type="button" onClick={onCancel}>
          {cancelLabel ?? i18n.t('question.cancel')}
        </button>
      </div>
    </div>
  );
}

/**
 * It takes no focus by itself, and ignores a press that belongs to a button from before it appeared:
 * the second half of a double click, a click that was on its way, the repetition of a key that is
 * held.
 */
function ConsentButton({ label, onPress }: Omit<Answer, 'isConsent'>) {
  const [appearedAt] = useState(() => performance.now());
  return (
    <button
      type="button"
      class="warning"
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
      onClick={(event) => {
        // The time stamp says when the press was made, however late it arrives.
        if (event.detail <= 1 && event.timeStamp >= appearedAt) onPress();
      }}
    >
      {label}
    </button>
  );
}
