interface IconProps {
  /** Drawn with the text's colour, on a 24-pixel grid. */
  outline: string;
  flips?: boolean;
}

/** A picture beside words or inside a named button; never the only carrier of a meaning. */
export function Icon({ outline, flips = false }: IconProps) {
  return (
    <svg class={flips ? 'icon icon-flips' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={outline} />
    </svg>
  );
}
