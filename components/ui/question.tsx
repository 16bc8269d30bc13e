import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { useEscape } from './escape';
import { AlertLine } from './message-lines';

interface Answer {
  label: string;
  onPress: () => void;
  /** Whether the answer performs the risky action. */
  isConsent: boolean;
}

interface QuestionProps {
  title?: string;
  text: string;
  /** The consequences, one paragraph each. */
  children?: ComponentChildren;
  answers: readonly Answer[];
  onCancel: () => void;
  /** By default *Cancel*. */
  cancelLabel?: string;
  /** Whether the answer is being stored. */
  isBusy?: boolean | undefined;
  /** Whether screen readers announce the text as an alert; by default true. A title is always an alert. */
  announcesText?: boolean;
}

/** Asks a person before a risky or irreversible action. */
export function Question({
  title,
  text,
  children,
  answers,
  onCancel,
  cancelLabel,
  isBusy,
  announcesText = true,
}: QuestionProps) {
  useEscape(onCancel);
  return (
    <div class="ask stack" aria-busy={isBusy}>
      {title && (
        <div class="alert" role="alert">
          <h3>{title}</h3>
          {children}
        </div>
      )}
      {announcesText ? <AlertLine>{text}</AlertLine> : <p>{text}</p>}
      <div class="cluster">
        {answers.map(({ label, onPress, isConsent }) =>
          isConsent ? (
            <ConsentButton key={label} label={label} isBusy={isBusy} onPress={onPress} />
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

interface ConsentButtonProps extends Omit<Answer, 'isConsent'> {
  isBusy: boolean | undefined;
}

/** Ignores presses that began before the button appeared, and second clicks of double clicks. */
function ConsentButton({ label, isBusy, onPress }: ConsentButtonProps) {
  const [appearedAt] = useState(() => performance.now());
  return (
    <button
      type="button"
      class="warning"
      aria-disabled={isBusy}
      onClick={(event) => {
        // `timeStamp` is the time of the press, even if the event arrives later.
        const isLaterPress = event.timeStamp >= appearedAt;
        const isDoubleClick = event.detail > 1;
        if (isLaterPress && !isDoubleClick) onPress();
      }}
    >
      {label}
    </button>
  );
}

interface CoveringDialogProps {
  label: string;
  class?: string;
  /** Called when a person presses Escape. */
  onClose: () => void;
  children: ComponentChildren;
}

/** Focuses the dialog itself, so that no key presses an answer by accident. */
export function CoveringDialog({ label, class: name, onClose, children }: CoveringDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={name}
      aria-label={label}
      tabIndex={-1}
      onCancel={(event) => {
        // The caller closes the dialog: `onClose` removes the component.
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // Prevents shortcuts of the page while a dialog is open.
        event.stopPropagation();
      }}
    >
      {children}
    </dialog>
  );
}
