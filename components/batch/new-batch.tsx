import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { PlaceHead, usePlaceFocus } from '@/components/app/view-header';
import { useDropTarget } from '@/components/ui/drop-target';
import { useBulk } from './batch-model';
import { PreviewSection } from './preview/preview-section';
import { BatchList } from './run/batch-list';
import { SourceTabs } from './source/source-tabs';

/** Of the source that is chosen. */
const FIRST_CONTROL = '.panel:not([hidden]) :is(textarea, input, button)';

/** The place where many pages are reported at once: where they come from, a preview, the last batches. */
export function ManyPlace() {
  const { preview } = useBulk();
  const hasPreview = preview.preview.value !== null;
  usePlaceFocus(FIRST_CONTROL);
  return (
    <section class="many-place" aria-labelledby="many-heading">
      <PlaceHead id="many-heading" title={i18n.t('popup.reportMany')} />
      <FileDrop>
        <SourceTabs isFirst={!hasPreview} />
        <PreviewSection />
        {!hasPreview && <BatchList />}
      </FileDrop>
    </section>
  );
}

/** Files that are dropped anywhere in the place are read as a list. */
function FileDrop({ children }: { children: ComponentChildren }) {
  const { source } = useBulk();
  const { isOver, listeners } = useDropTarget(
    (types) => types.includes('Files'),
    ({ files }) => {
      if (files.length === 0) return;
      source.choose('list');
      void source.takeFiles([...files]);
    },
  );
  return (
    <div class={isOver ? 'many takes-file' : 'many'} data-next-focus={FIRST_CONTROL} {...listeners}>
      {children}
    </div>
  );
}
