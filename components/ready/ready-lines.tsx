import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { usePage } from '@/components/page/page-context';
import type { ReadyContent } from './ready-content';

/** The code of the lines; null until loaded. */
const loaded = signal<{ ReadyContent: typeof ReadyContent } | null>(null);

/** Loads the code of the lines. Never rejects: after a failure, the next call loads it again. */
export async function loadReadyLines(): Promise<void> {
  loaded.value ??= await import('./ready-content').catch(() => null);
}

/**
 * Shows the news line, the due lines and further lines. Loads the code of the lines only when there is a line,
 * to keep the popup small. Private windows have no lines, because they change no marks.
 * @param children further lines; false for none
 */
export function ReadyLines({ children }: { children?: ComponentChildren }) {
  const { kernel, headline } = usePage();
  const hasLines =
    !kernel.isPrivate && (headline() || kernel.state.due.value.length > 0 || children);
  useLayoutEffect(() => {
    if (hasLines) void loadReadyLines();
  }, [hasLines]);
  const code = loaded.value;
  return (
    hasLines &&
    code && (
      <div class="inset border-below compact">
        <code.ReadyContent />
        {children}
      </div>
    )
  );
}
