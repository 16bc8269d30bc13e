import type { ComponentChildren } from 'preact';

interface TextFieldProps {
  /** Unique on the page. */
  id: string;
  label: string;
  /** Whether the label is for assistive technology alone: the field's place says what it is. */
  isLabelUnseen?: boolean;
  value: string;
  onEnter: (text: string) => void;
  /** The person has gone on from the field. */
  onLeave?: () => void;
  /** What is wrong with the value, as a sentence. */
  problem?: string | null | undefined;
  /** What helps to fill the field. */
  hint?: ComponentChildren;
  /** Whether problem and hint stand elsewhere on the page, as `FieldMessages`. */
  hasMessagesApart?: boolean;
  isSecret?: boolean;
  isReadOnly?: boolean;
  /** Buttons that act on the value, at the field's end. */
  children?: ComponentChildren;
}

/** A labelled single line of machine-readable text, with its hint and its problem. */
export function TextField(props: TextFieldProps) {
  const { id, label, isLabelUnseen = false, value, onEnter, onLeave, problem, hint } = props;
  const { hasMessagesApart = false, isSecret = false, isReadOnly = false, children } = props;
  return (
    <div class="stack tight">
      <label class={isLabelUnseen ? 'unseen' : 'strong'} for={id}>
        {label}
      </label>
      <div class="input-line beside tight">
        <input
          class="fill"
          id={id}
          // The types know each kind of input apart, but not a choice between two.
          type={(isSecret ? 'password' : 'text') as 'text'}
          dir="ltr"
          value={value}
          readOnly={isReadOnly}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-problem ${id}-hint`}
          onInput={(event) => onEnter(event.currentTarget.value)}
          onBlur={() => onLeave && afterPress(onLeave)}
        />
        {children}
      </div>
      {!hasMessagesApart && <FieldMessages id={id} problem={problem} hint={hint} />}
    </div>
  );
}

/** What is wrong with a field, and what helps to fill it. They stand from the start, to be referred to. */
export function FieldMessages({
  id,
  problem,
  hint,
}: Pick<TextFieldProps, 'id' | 'problem' | 'hint'>) {
  return (
    <>
      <p class="problem" id={`${id}-problem`}>
        {/* It may be the service's words. */}
        {problem && <bdi>{problem}</bdi>}
      </p>
      <p class="quiet" id={`${id}-hint`}>
        {hint}
      </p>
    </>
  );
}

let isPressed = false;

addEventListener('pointerdown', () => setPressed(true), { capture: true });
addEventListener('pointerup', () => setPressed(false), { capture: true });
addEventListener('pointercancel', () => setPressed(false), { capture: true });

function setPressed(value: boolean): void {
  isPressed = value;
}

/**
 * Does something now, or after the press of the pointer that goes on. A field is left between
 * pressing a button and letting go: what moved the button then would take the click from it.
 */
export function afterPress(work: () => void): void {
  if (!isPressed) work();
  // The click follows the event within the same task.
  else addEventListener('pointerup', () => setTimeout(work), { once: true });
}

/** Takes the person to the first field with a problem, whose sentence is then read out. */
export function focusFirstProblem(form: HTMLFormElement): void {
  // The problems are on the page with the next frame.
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
