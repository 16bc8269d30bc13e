import type { ComponentChildren } from 'preact';

interface TextFieldProps {
  /** Unique on the page. */
  id: string;
  label: string;
  /** Whether the label is only for assistive technology. */
  isLabelVisuallyHidden?: boolean;
  /** Undefined keeps the text of the field. See `fieldText`. */
  value: string | undefined;
  onEnter: (text: string) => void;
  /** Called when the field has lost the focus. See `afterPress`. */
  onLeave?: () => void;
  /** A sentence that says why the value is invalid. */
  problem?: string | null | undefined;
  /**
   * Whether screen readers announce the problem when it appears. True if a press shows the problem:
   * the field may already have the focus, and screen readers then announce no description.
   */
  announcesProblem?: boolean;
  hint?: ComponentChildren;
  /** Whether the caller draws `FieldMessages` at another place. */
  hasSeparateMessages?: boolean;
  isSecret?: boolean;
  isReadOnly?: boolean;
  /** Buttons at the end of the field. */
  children?: ComponentChildren;
}

/** A field for one line of technical text, such as an address. */
export function TextField(props: TextFieldProps) {
  const {
    id,
    label,
    isLabelVisuallyHidden = false,
    value,
    onEnter,
    onLeave,
    problem,
    hint,
  } = props;
  const { hasSeparateMessages = false, isSecret = false, isReadOnly = false, children } = props;
  const { announcesProblem = false } = props;
  return (
    <div class="stack tight">
      <label class={isLabelVisuallyHidden ? 'visually-hidden' : 'strong'} for={id}>
        {label}
      </label>
      <div class="beside tight">
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
      {!hasSeparateMessages && (
        <FieldMessages id={id} problem={problem} announcesProblem={announcesProblem} hint={hint} />
      )}
    </div>
  );
}

/** Also draws empty elements, because `aria-describedby` refers to their ids. */
export function FieldMessages({
  id,
  problem,
  announcesProblem = false,
  hint,
}: Pick<TextFieldProps, 'id' | 'problem' | 'announcesProblem' | 'hint'>) {
  return (
    <>
      <p class="problem" id={`${id}-problem`}>
        {/* The problem may be in the service's language, which may have another direction. */}
        {problem && <bdi role={announcesProblem ? 'alert' : undefined}>{problem}</bdi>}
      </p>
      <p class="quiet" id={`${id}-hint`}>
        {hint}
      </p>
    </>
  );
}

/** Returns the text of a field, for example a secret that no state contains. */
export function fieldText(id: string, form: HTMLFormElement): string {
  const field = form.elements.namedItem(id);
  return field instanceof HTMLInputElement ? field.value : '';
}

let isPointerDown = false;

addEventListener('pointerdown', () => setPointerDown(true), { capture: true });
addEventListener('pointerup', () => setPointerDown(false), { capture: true });
addEventListener('pointercancel', () => setPointerDown(false), { capture: true });

function setPointerDown(value: boolean): void {
  isPointerDown = value;
}

/**
 * Calls a function now, or after the current press. A field loses the focus at `pointerdown`. If
 * `work` moved the pressed button before `pointerup`, the browser would dispatch no click.
 */
export function afterPress(work: () => void): void {
  if (!isPointerDown) work();
  // The browser dispatches `click` in the same task, after `pointerup`.
  else addEventListener('pointerup', () => setTimeout(work), { once: true });
}

/** Focuses a field, after a press has shown the field or its problem. */
export function focusField(id: string): void {
  // Preact draws the field before the next frame.
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

/** Focuses the first field with a problem, so that screen readers read the problem. */
export function focusFirstProblem(form: HTMLFormElement): void {
  // Preact draws the problems before the next frame.
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
