import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { useViewFocus, ViewHeader } from '@/components/app/view-header';
import { LoneNotice } from '@/components/queue/lone-notice';
import { useDropTarget } from '@/components/ui/drop-target';
import { useBatch } from './batch-model';
import { PreviewSection } from './preview/preview-section';
import { BatchList } from './run/batch-list';
import { SourceTabs } from './source/source-tabs';

/** The first control of the chosen source. */
const FIRST_CONTROL = '.panel:not([hidden]) :is(textarea, input, button)';

/** The form for many pages: the sources of addresses, a preview, and the last batches. */
export function NewBatchView() {
  const { preview } = useBatch();
  const hasPreview = preview.preview.value !== null;
  useViewFocus(FIRST_CONTROL);
  return (
    <section aria-labelledby="new-batch-heading">
      <ViewHeader id="new-batch-heading" title={i18n.t('popup.reportMany')} />
      <FileDrop>
        <SourceTabs isFirst={!hasPreview} />
        <PreviewSection />
        {!hasPreview && <BatchList />}
      </FileDrop>
      <div class="tray inset-lines">
        <LoneNotice />
      </div>
    </section>
  );
}

/** Reads files that are dropped anywhere in the view as a list. */
function FileDrop({ children }: { children: ComponentChildren }) {
  const { source } = useBatch();
  const { isOver, listeners } = useDropTarget(
    (types) => types.includes('Files'),
    ({ files }) => {
      if (files.length === 0) return;
      source.choose('list');
      void source.readFiles([...files]);
    },
  );
  return (
    <div class={isOver ? 'new-batch-body stack takes-file' : 'new-batch-body stack'} {...listeners}>
      {children}
    </div>
  );
}
