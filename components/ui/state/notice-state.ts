import { type ReadonlySignal, signal } from '@preact/signals';

/** What came of something that a person did, such as copying. */
export interface Notice {
  /** What is announced. */
  text: string;
  /** What is to be seen of it in a line; null where the button that was pressed says enough. */
  line: string | null;
  /** Whether it says that something failed. */
  isFailure: boolean;
  /** The password of what was copied, to be copied next; null where there is none, or it is not known. */
  password: string | null;
}

/** Makes the place of one notice, with none in it. */
export function createNotice() {
  const notice = signal<Notice | null>(null);
  return {
    notice: notice as ReadonlySignal<Notice | null>,
    /** @param text null: there is nothing to say any more */
    announce(
      text: string | null,
      isFailure = false,
      password: string | null = null,
      line: string | null = text,
    ): void {
      notice.value = text === null ? null : { text, line, isFailure, password };
    },
  };
}
