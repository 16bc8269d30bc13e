import { type ComponentChildren, toChildArray } from 'preact';
import { i18n } from '#i18n';
import { useCopy, usePage } from '@/components/app/page-context';
import { BackoffLine } from './backoff-line';
import { lineOf, unstoredWords } from './line';
import { ActivityLine, LinePicture, Said } from './queue-line';
import type { PageOperation } from './subject';

interface ActivityLinesProps {
  /** Further items of the list. */
  children?: ComponentChildren;
}

/** The lines of the place that is in sight: the backoff above all, and what was copied last. */
export function ActivityLines({ children }: ActivityLinesProps) {
  const { activity } = usePage();
  const lines = activity.lines.value;
  const notice = activity.notice.value;
  const unstored = activity.unstored.value;
  const isEmpty =
    lines.length + toChildArray(children).length === 0 && notice === null && unstored === null;
  return (
    <>
      <BackoffLine />
      {!isEmpty && (
        <ul tabIndex={-1} aria-label={i18n.t('activity.label')}>
          {unstored !== null && <NoticeItem tone="attention" {...unstoredWords(unstored)} />}
          <Lines operations={lines} />
          {children}
          {notice !== null && (
            <NoticeItem tone={notice.isFailure ? 'attention' : 'done'} sentence={notice.text}>
              {notice.password !== null && <CopyPassword password={notice.password} />}
            </NoticeItem>
          )}
        </ul>
      )}
    </>
  );
}

/** A line each. */
export function Lines({ operations }: { operations: readonly PageOperation[] }) {
  const { activity, form } = usePage();
  const backoff = activity.backoff.value;
  return operations.map((operation) => {
    const shownFields = form.shownFieldsOf(operation.id);
    const line = lineOf(operation, { backoff, isBackoffShown: true, shownFields });
    return <ActivityLine key={operation.id} operation={operation} line={line} />;
  });
}

interface NoticeItemProps {
  /** Whether it is done, or failed. */
  tone: 'done' | 'attention';
  sentence: string;
  reason?: string | null;
  /** What can be pressed next. */
  children?: ComponentChildren;
}

/** What came of something that has no line of its own. */
export function NoticeItem({ tone, sentence, reason = null, children }: NoticeItemProps) {
  return (
    <li class={`line is-${tone}`}>
      <LinePicture tone={tone} report={null} />
      <Said sentence={sentence} reason={reason} about={null} />
      {children}
    </li>
  );
}

/** Stays when it was pressed: link and password may be pasted in turn. */
function CopyPassword({ password }: { password: string }) {
  const copy = useCopy();
  return (
    <div class="verbs">
      <button
        type="button"
        onClick={() => void copy(password, i18n.t('form.passwordCopied'), password)}
      >
        {i18n.t('form.copyPassword')}
      </button>
    </div>
  );
}
