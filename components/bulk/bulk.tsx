import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { PreviewSection } from '@/components/bulk/preview/preview-section';
import type { BatchPreview } from '@/components/bulk/preview/preview-state';
import { BatchList } from '@/components/bulk/run/batch-list';
import { ResultSection, type ResultSectionProps } from '@/components/bulk/run/result-section';
import type { BatchResult } from '@/components/bulk/run/result-state';
import type { BatchSource } from '@/components/bulk/source/source-state';
import { SourceTabs } from '@/components/bulk/source/source-tabs';
import { PageHeader } from '@/components/page/page-header';
import { useDropTarget } from '@/components/ui/drop-target';
import { useKeptFocus } from '@/components/ui/kept-focus';

/** Of the source that was chosen last. */
const FIRST_CONTROL = '.panel:not([hidden]) :is(textarea, input, button)';

interface BulkProps extends Pick<ResultSectionProps, 'linkOf'> {
  /** The service's base URL; null where none is connected. */
  service: string | null;
  source: BatchSource;
  preview: BatchPreview;
  /** The batches; one that is open is shown instead. Null where no service is connected. */
  result: BatchResult | null;
  /** Shows a batch; null: where to begin another one. */
  onShow: (batchId: string | null) => void;
  onDownload: () => void;
  onOpenSettings: () => void;
  onCopy: (text: string) => Promise<void>;
}

/** The whole page that reports many pages. */
export function Bulk({ service, source, preview, result, ...actions }: BulkProps) {
  const { onShow, onOpenSettings, onCopy } = actions;
  useKeptFocus();
  const header = (
    <PageHeader
      title={i18n.t('popup.reportMany')}
      service={service}
      onBack={null}
      onOpenSettings={onOpenSettings}
    />
  );
  if (service === null || result === null) {
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
  const line = result.line.value;
  return (
    <>
      {header}
      {line === undefined ? (
        <FileDrop source={source}>
          <SourceTabs source={source} isFirst={preview.preview.value === null} />
          <PreviewSection preview={preview} onCopy={onCopy} />
          {preview.preview.value === null && <BatchList result={result} onOpen={onShow} />}
        </FileDrop>
      ) : (
        <main>
          <ResultSection result={result} line={line} {...actions} />
          <div class="buttons" data-next-focus={FIRST_CONTROL}>
            <button type="button" onClick={() => onShow(null)}>
              {i18n.t('batch.another')}
            </button>
          </div>
        </main>
      )}
    </>
  );
}

interface FileDropProps {
  source: BatchSource;
  children: ComponentChildren;
}

/** Files that are dropped anywhere on the page are read as a list. */
function FileDrop({ source, children }: FileDropProps) {
  const { isOver, listeners } = useDropTarget(
    (types) => types.includes('Files'),
    ({ files }) => {
      if (files.length === 0) return;
      source.choose('list');
      void source.takeFiles([...files]);
    },
  );
  return (
    <main class={isOver ? 'takes-file' : ''} {...listeners}>
      {children}
    </main>
  );
}
