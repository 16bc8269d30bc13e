import { useLayoutEffect, useState } from 'preact/hooks';
import { usePage } from '@/components/page/page-context';
import type { ReadyContent } from './ready-content';

interface ReadyLinesProps {
  /** The border of the lines. */
  class: 'border-above' | 'border-below';
}

/**
 * The news, and the lines about what a person may do next. Loads their code when there is a line, to keep the
 * popup small. Private windows have no lines, because they change no marks.
 */
export function ReadyLines({ class: border }: ReadyLinesProps) {
  const { kernel, headline, upToDateOffer } = usePage();
  const [loaded, setLoaded] = useState<{ Content: typeof ReadyContent } | null>(null);
  const hasLines =
    !kernel.isPrivate &&
    (headline() !== null || kernel.state.due.value.length > 0 || upToDateOffer.isShown());
  useLayoutEffect(() => {
    if (!hasLines || loaded !== null) return;
    // After a failure, the next first line loads the code again.
    import('./ready-content').then(
      (module) => setLoaded({ Content: module.ReadyContent }),
      () => {},
    );
  }, [hasLines]);
  return (
    hasLines &&
    loaded && (
      <div class={`ready inset-inline compact ${border}`}>
        <loaded.Content />
      </div>
    )
  );
}
