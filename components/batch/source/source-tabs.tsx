import { useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { useBatch } from '@/components/batch/batch-model';
import { counted } from '@/components/text/language';
import { FieldMessages, focusField, TextField } from '@/components/ui/fields/text-field';
import { hasModifier } from '@/components/ui/modifier-keys';
import { SourceMessages } from './source-messages';
import { SOURCES } from './source-state';

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

interface SourceTabsProps {
  /** Whether *Preview* is the primary button, because no preview exists yet. */
  isFirst: boolean;
}

/** A tab for each source of addresses. */
export function SourceTabs({ isFirst }: SourceTabsProps) {
  const { source } = useBatch();
  const chosen = source.source.value;

  function onKeyDown(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
    if (hasModifier(event)) return;
    const isTurned = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = (STEPS[event.key] ?? 0) * (isTurned ? -1 : 1);
    const at = { Home: 0, End: -1 }[event.key] ?? SOURCES.indexOf(chosen) + step;
    const next = SOURCES.at(at % SOURCES.length);
    if (next === undefined || next === chosen) return;
    event.preventDefault();
    source.choose(next);
    document.getElementById(`tab-${next}`)?.focus();
  }

  return (
    <>
      <div
        class="tabs border-below cluster"
        role="tablist"
        aria-label={i18n.t('manyPages.sources')}
        onKeyDown={onKeyDown}
      >
        {SOURCES.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === chosen}
            aria-controls={`panel-${name}`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => source.choose(name)}
          >
            {i18n.t(`manyPages.${name}`)}
          </button>
        ))}
      </div>
      {SOURCES.map((name) => (
        <div
          key={name}
          class="panel stack"
          role="tabpanel"
          id={`panel-${name}`}
          aria-labelledby={`tab-${name}`}
          hidden={name !== chosen}
        >
          {name === 'tabs' && <OpenTabs />}
          {name === 'list' && <List isFirst={isFirst} />}
          {name === 'sitemap' && <Sitemap isFirst={isFirst} />}
          {name === chosen && <SourceMessages />}
        </div>
      ))}
    </>
  );
}

function OpenTabs() {
  const { tabsFromPopup, readTabs } = useBatch().source;
  return (
    <>
      <div class="cluster">
        {tabsFromPopup.length > 0 && (
          <button type="button" onClick={() => void readTabs(tabsFromPopup)}>
            {counted('manyPages.selectedTabs', tabsFromPopup.length)}
          </button>
        )}
        <button type="button" onClick={() => void readTabs('window')}>
          {i18n.t('manyPages.thisWindow')}
        </button>
        <button type="button" onClick={() => void readTabs('all')}>
          {i18n.t('manyPages.allWindows')}
        </button>
      </div>
      <p class="quiet">{i18n.t('manyPages.tabsHint')}</p>
    </>
  );
}

function List({ isFirst }: SourceTabsProps) {
  const { source, previewList } = useBatch();
  const file = useRef<HTMLInputElement>(null);
  const hasNoText = source.problem.value?.kind === 'noText';

  function preview(): void {
    const lacking = previewList();
    if (lacking !== null) focusField(lacking);
  }

  /** Inserts the addresses of links with the text. The browser would insert the text only. */
  async function insertLinks(
    event: Event & { currentTarget: HTMLTextAreaElement },
    data: DataTransfer | null,
  ): Promise<void> {
    const plain = data?.getData('text/plain') ?? '';
    const html = data?.getData('text/html') ?? '';
    if (!/\shref\s*=/i.test(html)) return;
    const { currentTarget: field } = event;
    event.preventDefault();
    const text = await import('@/lib/import/linked-text')
      .then(({ linkedText }) => linkedText(plain, html))
      .catch(() => null);
    field.setRangeText(text ?? plain, field.selectionStart, field.selectionEnd, 'end');
    source.enterText(field.value, text === null);
  }

  return (
    <>
      <div class="stack tight">
        <label class="strong" for="addresses">
          {i18n.t('manyPages.addresses')}
        </label>
        <textarea
          id="addresses"
          rows={6}
          dir="ltr"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-invalid={hasNoText ? true : undefined}
          aria-describedby="addresses-problem addresses-hint"
          value={source.text.value}
          onInput={(event) => source.enterText(event.currentTarget.value)}
          onPaste={(event) => void insertLinks(event, event.clipboardData)}
          onDrop={(event) => void insertLinks(event, event.dataTransfer)}
        />
        <FieldMessages
          id="addresses"
          problem={hasNoText ? i18n.t('manyPages.noText') : null}
          announcesProblem
          hint={i18n.t('manyPages.addressesHint')}
        />
      </div>
      <div class="cluster">
        <button type="button" class={isFirst ? 'primary' : ''} onClick={preview}>
          {i18n.t('manyPages.preview')}
        </button>
        <button type="button" aria-describedby="file-hint" onClick={() => file.current?.click()}>
          {i18n.t('manyPages.chooseFiles')}
        </button>
        <span class="quiet" id="file-hint">
          {i18n.t('manyPages.filesHint')}
        </span>
        <input
          ref={file}
          type="file"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            const chosen = [...(currentTarget.files ?? [])];
            if (chosen.length > 0) void source.readFiles(chosen);
            // Allows a person to choose the same file again.
            currentTarget.value = '';
          }}
        />
      </div>
    </>
  );
}

function Sitemap({ isFirst }: SourceTabsProps) {
  const { source, previewSitemap } = useBatch();
  const problem = source.problem.value;
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const lacking = previewSitemap();
        if (lacking !== null) focusField(lacking);
      }}
    >
      <TextField
        id="sitemap"
        label={i18n.t('manyPages.sitemapAddress')}
        value={source.address.value}
        onEnter={source.enterAddress}
        problem={problem?.kind === 'address' ? i18n.t(`problem.url.${problem.problem}`) : null}
        announcesProblem
        hint={i18n.t(
          source.hadUserInfo.value ? 'options.userInfoLeftOut' : 'manyPages.sitemapHint',
        )}
      />
      <div class="cluster">
        <button type="submit" class={isFirst ? 'primary' : ''}>
          {i18n.t('manyPages.preview')}
        </button>
      </div>
    </form>
  );
}
