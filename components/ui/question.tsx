import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { useEscape } from './escape';
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
  /** Leaves everything as it is, as Escape does. */
  onCancel: () => void;
  /** Default: Cancel. Where the question is about a press of Cancel, that would say both. */
  cancelLabel?: string;
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
  isBusy,
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
      <AlertLine>{text}</AlertLine>
      <div class="cluster">
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
 * It takes no focus by itself, and ignores a press that was made before it appeared: a click that was on
 * its way, or the second half of a double click.
 */
function ConsentButton({ label, onPress }: Omit<Answer, 'isConsent'>) {
  const [appearedAt] = useState(() => performance.now());
  return (
    <button
      type="button"
      class="warning"
      onClick={(event) => {
        // The time stamp says when the press was made, however late it arrives.
        if (event.detail <= 1 && event.timeStamp >= appearedAt) onPress();
      }}
    >
      {label}
    </button>
  );
}

interface CoveringDialogProps {
  /** Its accessible name. */
  label: string;
  class?: string;
  /** Closes it, as Escape does. */
  onClose: () => void;
  children: ComponentChildren;
}

/**
 * Covers the page, which cannot be used meanwhile. It has the focus itself at first: no answer is at hand
 * by chance. The focus goes back to where it was.
 */
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
        // What is drawn says whether it is open.
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // The page's own keys are for what it covers.
        event.stopPropagation();
      }}
    >
      {children}
    </dialog>
  );
}
