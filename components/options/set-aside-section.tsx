import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { SetAsideLine } from '@/components/set-aside-line';
import { failureSentence } from '@/components/text/failure-message';
import { AlertLine } from '@/components/ui/message-lines';
import type { SetAsideEntry } from '@/lib/model/set-aside';
import type { SetAsideView } from '@/lib/state/set-aside';

/** Invisible characters that turn the direction of what follows. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** What could not be read from the store: to look at, or to remove. */
export function SetAsideSection({ view }: { view: SetAsideView }) {
  const section = useRef<HTMLElement>(null);
  const count = view.count.value;
  const entries = view.entries.value;
  const failure = view.failure.value;
  if (count === 0) return null;
  return (
    <section ref={section} class="card">
      <h2>{i18n.t('setAside.title')}</h2>
      <SetAsideLine count={count} />
      <div class="buttons">
        <button
          type="button"
          aria-expanded={entries !== null}
          onClick={() => (entries === null ? void view.show() : view.hide())}
        >
          {i18n.t(entries === null ? 'setAside.show' : 'setAside.hide')}
        </button>
        <button type="button" onClick={() => void dismiss(view, section)}>
          {i18n.t('setAside.dismiss')}
        </button>
      </div>
      <AlertLine>{failure && failureSentence(failure)}</AlertLine>
      {entries && <Entries entries={entries} count={count} />}
    </section>
  );
}

function Entries({ entries, count }: { entries: readonly SetAsideEntry[]; count: number }) {
  const missing = count - entries.length;
  return (
    <>
      {entries.length > 0 && (
        <textarea
          class="raw"
          readOnly
          rows={14}
          dir="ltr"
          spellcheck={false}
          aria-label={i18n.t('setAside.label')}
          value={rawText(entries)}
        />
      )}
      {missing > 0 && <p class="hint">{i18n.t('setAside.notKept', missing)}</p>}
    </>
  );
}

/** The section goes with its buttons, and the focus would be lost. */
async function dismiss(view: SetAsideView, section: RefObject<HTMLElement | null>): Promise<void> {
  const field = section.current?.closest('main')?.querySelector('input');
  await view.dismiss();
  if (view.failure.value === null) field?.focus();
}

function rawText(entries: readonly SetAsideEntry[]): string {
  const text = JSON.stringify(entries, null, 2);
  return text.replace(TURNS, (turn) => `\\u${turn.charCodeAt(0).toString(16)}`);
}
