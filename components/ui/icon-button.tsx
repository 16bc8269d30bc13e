import { Icon } from './icon';

interface IconButtonProps {
  /** What it does, as its accessible name and its tooltip. */
  label: string;
  /** Drawn with the text's colour, on a 24-pixel grid. */
  outline: string;
  isTurning?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
}

/** A button that shows a picture in place of words. */
export function IconButton(props: IconButtonProps) {
  const { label, outline, isTurning = false, isDisabled = false, onClick } = props;
  return (
    <button
      type="button"
      class={isTurning ? 'icon-button is-turning' : 'icon-button'}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon outline={outline} />
    </button>
  );
}
