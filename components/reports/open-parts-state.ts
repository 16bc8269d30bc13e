import { type Signal, signal } from '@preact/signals';

/** Whether parts of *All reports* are unfolded. *Back* does not fold or unfold a part. */
export interface OpenParts {
  of(id: string, isOpenAtFirst?: boolean): Signal<boolean>;
}

export function createOpenParts(): OpenParts {
  const parts = new Map<string, Signal<boolean>>();
  return {
    of(id, isOpenAtFirst = false) {
      const part = parts.get(id) ?? signal(isOpenAtFirst);
      parts.set(id, part);
      return part;
    },
  };
}
