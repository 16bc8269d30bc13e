import { type ComponentChildren, toChildArray } from 'preact';
import { i18n } from '#i18n';
import { useCopy, usePage } from '@/components/app/page-context';
import { CopyButton } from '@/components/ui/copy-button';
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
  const line = notice?.line ?? null;
  const unstored = activity.unstored.value;
  const isEmpty =
    lines.length + toChildArray(children).length === 0 && line === null && unstored === null;
  return (
    <>
      <BackoffLine />
      {!isEmpty && (
        <ul tabIndex={-1} aria-label={i18n.t('activity.label')}>
          {unstored !== null && <NoticeItem tone="attention" {...unstoredWords(unstored)} />}
          <Lines operations={lines} />
          {children}
          {notice !== null && line !== null && (
            <NoticeItem tone={notice.isFailure ? 'attention' : 'done'} sentence={line}>
              {notice.password !== null && <CopyPassword password={notice.password} line={line} />}
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

/** Stays when it was pressed, with its line: link and password may be pasted in turn. */
function CopyPassword({ password, line }: { password: string; line: string }) {
  const copy = useCopy();
  return (
    <div class="verbs">
      <CopyButton
        label={i18n.t('form.copyPassword')}
        onCopy={() => copy(password, i18n.t('form.passwordCopied'), password, line)}
      />
    </div>
  );
}
