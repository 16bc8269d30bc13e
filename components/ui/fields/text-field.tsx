import type { ComponentChildren } from 'preact';

interface TextFieldProps {
  /** Unique on the page. */
  id: string;
  label: string;
  /** Whether only assistive technology gets the label. */
  isLabelUnseen?: boolean;
  value: string;
  onEnter: (text: string) => void;
  /** Called when the field loses the focus, or after the press that moves the focus. */
  onLeave?: () => void;
  /** A sentence about what is wrong with the value. */
  problem?: string | null | undefined;
  hint?: ComponentChildren;
  /** Whether the caller draws `FieldMessages` at another place. */
  hasSeparateMessages?: boolean;
  isSecret?: boolean;
  isReadOnly?: boolean;
  /** Buttons at the end of the field. */
  children?: ComponentChildren;
}

/** A field for one line of machine-readable text. */
export function TextField(props: TextFieldProps) {
  const { id, label, isLabelUnseen = false, value, onEnter, onLeave, problem, hint } = props;
  const { hasSeparateMessages = false, isSecret = false, isReadOnly = false, children } = props;
  return (
    <div class="stack tight">
      <label class={isLabelUnseen ? 'unseen' : 'strong'} for={id}>
        {label}
      </label>
      <div class="input-line beside tight">
        <input
          class="fill"
          id={id}
          // Preact's types accept one literal type, but not a union.
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
      {!hasSeparateMessages && <FieldMessages id={id} problem={problem} hint={hint} />}
    </div>
  );
}

/** Also draws empty elements, because `aria-describedby` refers to their ids. */
export function FieldMessages({
  id,
  problem,
  hint,
}: Pick<TextFieldProps, 'id' | 'problem' | 'hint'>) {
  return (
    <>
      <p class="problem" id={`${id}-problem`}>
        {/* The problem may be in the service's language, which may have another direction. */}
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
 * Calls a function now, or after the current press. A field loses the focus at `pointerdown`: a
 * change that moves the pressed button before `pointerup` would prevent its click.
 */
export function afterPress(work: () => void): void {
  if (!isPressed) work();
  // The browser dispatches `click` in the same task, after `pointerup`.
  else addEventListener('pointerup', () => setTimeout(work), { once: true });
}

/** Focuses the first field with a problem, so that screen readers read the problem. */
export function focusFirstProblem(form: HTMLFormElement): void {
  // The problems are drawn before the next frame.
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
