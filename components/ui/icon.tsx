import type { ButtonHTMLAttributes, TargetedMouseEvent } from 'preact';
import { FLIPPED_ICONS, ICONS, type IconName } from './icons';

/** The icon has no accessible name. Put a text beside the icon, or give its button a label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class={FLIPPED_ICONS.includes(name) ? 'icon icon-flips' : 'icon'}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={ICONS[name]} />
    </svg>
  );
}

interface IconButtonProps
  extends Pick<
    ButtonHTMLAttributes,
    | 'aria-disabled'
    | 'aria-expanded'
    | 'aria-haspopup'
    | 'aria-pressed'
    | 'command'
    | 'commandfor'
    | 'disabled'
    | 'tabIndex'
  > {
  /** The accessible name and tooltip. */
  label: string;
  icon: IconName;
  isTurning?: boolean;
  /** Absent for a button with a `command`. */
  onClick?: (event: TargetedMouseEvent<HTMLButtonElement>) => void;
}

export function IconButton({ label, icon, isTurning = false, ...attributes }: IconButtonProps) {
  return (
    <button
      type="button"
      class={isTurning ? 'icon-button is-turning' : 'icon-button'}
      aria-label={label}
      title={label}
      {...attributes}
    >
      {Icon({ name: icon })}
    </button>
  );
}
