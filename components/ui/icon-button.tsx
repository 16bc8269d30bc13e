import type { ButtonHTMLAttributes, TargetedMouseEvent } from 'preact';
import { Icon } from './icon';

interface IconButtonProps
  extends Pick<
    ButtonHTMLAttributes,
    'aria-disabled' | 'aria-expanded' | 'aria-haspopup' | 'disabled'
  > {
  /** What it does, as its accessible name and its tooltip. */
  label: string;
  /** Drawn with the text's colour, on a 24-pixel grid. */
  outline: string;
  flips?: boolean;
  isTurning?: boolean;
  onClick: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
}

/** A button that shows a picture in place of words. */
export function IconButton({
  label,
  outline,
  flips = false,
  isTurning = false,
  ...attributes
}: IconButtonProps) {
  return (
    <button
      type="button"
      class={isTurning ? 'icon-button is-turning' : 'icon-button'}
      aria-label={label}
      title={label}
      {...attributes}
    >
      <Icon outline={outline} flips={flips} />
    </button>
  );
}
