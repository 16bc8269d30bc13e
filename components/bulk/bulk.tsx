import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { PopupHeader } from '@/components/popup/popup-header';
import { useKeptFocus } from '@/components/ui/kept-focus';
import type { BatchPreview } from '@/lib/page/batch-preview';
import type { BatchSource } from '@/lib/page/batch-source';
import { PreviewSection } from './preview-section';
import { SourceTabs } from './source-tabs';

interface BulkProps {
  /** The service's base URL; null where none is connected. */
  service: string | null;
  source: BatchSource;
  preview: BatchPreview;
  /** The batch to show instead; null while none was asked for. */
  addedId: ReadonlySignal<string | null>;
  onOpenSettings: () => void;
  onCopy: (text: string) => Promise<void>;
}

/** The whole page that reports many pages. */
export function Bulk({ service, source, preview, addedId, onOpenSettings, onCopy }: BulkProps) {
  useKeptFocus();
  const header = (
    <PopupHeader
      title={i18n.t('popup.reportMany')}
      service={service}
      onBack={null}
      onOpenSettings={onOpenSettings}
    />
  );
  if (service === null) {
    return (
      <>
        {header}
        <main>
          <p>{i18n.t('bulk.connectFirst')}</p>
          <div class="buttons">
            <button type="button" class="primary" onClick={onOpenSettings}>
              {i18n.t('popup.connect')}
            </button>
          </div>
        </main>
      </>
    );
  }
  return (
    <>
      {header}
      {addedId.value === null ? (
        <FileDrop source={source}>
          <SourceTabs source={source} isFirst={preview.preview.value === null} />
          <PreviewSection preview={preview} onCopy={onCopy} />
        </FileDrop>
      ) : (
        <main>
          <p role="status">{i18n.t('bulk.added')}</p>
        </main>
      )}
    </>
  );
}

interface FileDropProps {
  source: BatchSource;
  children: ComponentChildren;
}

/** A file that is dropped anywhere on the page is read as a list. */
function FileDrop({ source, children }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    // Without it the browser would open the file in place of this page.
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <main
      class={isOver ? 'takes-file' : ''}
      onDragEnter={onDragOver}
      onDragOver={onDragOver}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        setIsOver(false);
        const file = event.dataTransfer?.files[0];
        if (file === undefined) return;
        event.preventDefault();
        source.choose('list');
        void source.takeFile(file);
      }}
    >
      {children}
    </main>
  );
}
