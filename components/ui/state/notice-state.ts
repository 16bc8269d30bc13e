import { type ReadonlySignal, signal } from '@preact/signals';

/** The outcome of a person's action, for example of copying. */
export interface Notice {
  text: string;
  /** Null if the pressed button itself shows the outcome. */
  visibleText: string | null;
  isFailure: boolean;
  /** The password of the copied report, for a button that copies the password; null if unknown. */
  password: string | null;
}

export function createNotice() {
  const notice = signal<Notice | null>(null);
  return {
    notice: notice as ReadonlySignal<Notice | null>,
    /** @param text null removes the notice */
    announce(
      text: string | null,
      isFailure = false,
      password: string | null = null,
      visibleText: string | null = text,
    ): void {
      notice.value = text === null ? null : { text, visibleText, isFailure, password };
    },
  };
}
