import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { CopyLinkButton } from '@/components/app/copy-link';
import { takeFreeFocus } from '@/components/app/focus-recovery';
import { fillForm } from '@/components/form/filled-form';
import { usePage } from '@/components/page/page-context';
import { privacyLabel } from '@/components/text/labels';
import { failureMessage } from '@/components/text/messages/failure-message';
import { Address } from '@/components/ui/address';
import { PasswordForm } from '@/components/ui/fields/password-form';
import { PrivacyIcon } from '@/components/ui/fields/privacy-icon';
import { Icon, IconButton } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icons';
import { Message } from '@/components/ui/message';
import { AlertLine, type UseHandlers } from '@/components/ui/message-lines';
import { RatingShape } from '@/components/ui/report/rating-tag';
import type { Failure } from '@/lib/failure';
import { isOpen } from '@/lib/jobs/job';
import { isFinished } from '@/lib/jobs/operation';
import type { JobLine } from '@/lib/jobs/types';
import type { Privacy } from '@/lib/report/privacy';
import { pageKey } from '@/lib/url/page-key';
import { shownAddress } from '@/lib/url/shown-address';
import { batchLineOf } from './batch-line';
import { type Line, lineOf } from './line';
import { addressOf } from './line-table';
import type { PageOperation, Tone } from './page-operation';
import { backoffLineOf } from './queue-words';
import { VERB_LABELS, type Verb } from './verbs';

const TONE_ICONS: Record<Tone, IconName> = {
  busy: 'busy',
  waiting: 'clock',
  done: 'tick',
  attention: 'attention',
  backoff: 'attention',
};

interface QueueLineProps {
  line: Line;
  /** `div` for a line above the list. */
  as?: 'li' | 'div';
  /** Whether the buttons are below the words, as for a decision. */
  isWide?: boolean;
  onPress?: (verb: Verb) => void;
  /** The form for the verb `send`, which includes *Discard*. */
  password?: { id: string; label: string; onSend: (password: string) => void };
  /** The button whose press is still in progress. */
  busyVerb?: Verb | null;
  /** Why the last press on the line failed. */
  failure?: string | null;
  title?: string;
  /** Whether only screen readers get the result, because *This page* below shows the same result. */
  hidesResult?: boolean | undefined;
  /** The report of a deletion. The focus moves to the report's row when the line disappears. */
  reportId?: string | null;
  handlers?: UseHandlers;
  /** Further buttons. */
  children?: ComponentChildren;
}

export function QueueLine({ line, as: Tag = 'li', onPress, ...props }: QueueLineProps) {
  const { tone, report, verbs } = line;
  const {
    isWide = false,
    password,
    busyVerb = null,
    failure,
    reportId,
    handlers,
    children,
  } = props;
  const canUndo = verbs.includes('undo');
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The pressed *Delete* button had the focus, and has disappeared.
    if (canUndo) takeFreeFocus(undo.current);
  }, [canUndo]);
  return (
    <Tag
      class={`line cluster is-${tone}${isWide ? ' is-wide' : ''}`}
      title={props.title}
      data-about={reportId ?? undefined}
      {...handlers}
    >
      <span class="mark">
        {report?.result ? <RatingShape rating={report.result} /> : <Icon name={TONE_ICONS[tone]} />}
      </span>
      <LineWords line={line} hidesResult={props.hidesResult} />
      {password && verbs.includes('send') ? (
        <PasswordForm {...password} onDiscard={() => onPress?.('discard')} />
      ) : (
        (verbs.length > 0 || children) && (
          <div class="verbs cluster tight compact small">
            {verbs.map((verb) => {
              const label = i18n.t(VERB_LABELS[verb]);
              const press = () => onPress?.(verb);
              if (verb === 'openReport')
                return <IconButton key={verb} label={label} icon="tab" onClick={press} />;
              if (verb === 'copyLink')
                return report && <CopyLinkButton key={verb} report={report} />;
              return (
                <button
                  key={verb}
                  {...(verb === 'undo' && { ref: undo })}
                  type="button"
                  aria-disabled={verb === busyVerb || undefined}
                  onClick={press}
                >
                  {label}
                </button>
              );
            })}
            {children}
          </div>
        )
      )}
      <AlertLine>{failure}</AlertLine>
    </Tag>
  );
}

function LineWords({
  line: { tone, sentence, reason, about, privacy },
  hidesResult,
}: Pick<QueueLineProps, 'line' | 'hidesResult'>) {
  // "Report created" and " · Good 87".
  const [said, ...result] = hidesResult ? sentence.split(/(?= · )/) : [sentence];
  return (
    <div class="said">
      <p class={tone === 'attention' || tone === 'backoff' ? 'strong' : ''}>
        <Message text={said ?? ''} />
        {result.length > 0 && (
          <span class="visually-hidden">
            <Message text={result.join('')} />
          </span>
        )}
        {privacy !== null && <FuturePrivacy privacy={privacy} />}
      </p>
      {about && (
        <p class="about beside tight quiet small">
          <span class="address" dir="ltr">
            <Address address={about.address} />
          </span>
          {about.result && <span>· {about.result}</span>}
        </p>
      )}
      {reason && (
        <p class="reason quiet small">
          <Message text={reason} />
        </p>
      )}
    </div>
  );
}

function FuturePrivacy({ privacy }: { privacy: Privacy }) {
  const label = privacyLabel(privacy);
  return (
    <>
      {' '}
      <span class="future-privacy" role="img" aria-label={label} title={label}>
        <PrivacyIcon privacy={privacy} />
      </span>
    </>
  );
}

export function OperationLine({ operation }: { operation: PageOperation }) {
  const { actions, queue, form, hasForm, historyOf, linkOf, reportState, show } = usePage();
  const { id, subject, report } = operation;
  const link = report && linkOf(report);
  const pageUrl = form.hasPageAddress.value && form.page.value?.url;
  const onThisPage = pageUrl ? historyOf(pageKey(pageUrl))?.reports[0] : undefined;
  const isReportOpen = report?.id === reportState.open.value?.report.id;
  const line = lineOf(operation, {
    backoff: queue.backoff.value,
    shownFields: form.shownFieldsOf(id),
    isFirst: id === queue.first.value?.id,
  });
  const offered = line.verbs.filter((verb) => {
    if (verb === 'openReport' || verb === 'copyLink') return link !== null;
    if (verb === 'open') return !isReportOpen;
    return verb !== 'edit' || hasForm;
  });
  const verbs = isFinished(operation) ? dismissible(offered, hasForm) : offered;
  const failure = queue.failureAt(operation);

  function press(verb: Verb): void {
    if (verb === 'open' && report !== null) show(report);
    else if (verb === 'openReport' && link !== null) actions.onOpenPage(link);
    else if (verb === 'sendAgain') queue.sendAgain(operation);
    else queue.cancel(operation);
    if (verb === 'edit' && subject.kind === 'create') {
      fillForm(form, { url: subject.url, privacy: subject.privacy });
    }
  }

  return (
    <QueueLine
      line={{ ...line, verbs }}
      isWide={line.tone === 'attention' && verbs.length > 0}
      title={shownAddress(addressOf(subject))}
      hidesResult={subject.kind === 'create' && report !== null && report.id === onThisPage?.id}
      reportId={subject.kind === 'delete' ? subject.report.id : null}
      onPress={press}
      password={{
        id: `password-${id}`,
        label: i18n.t('operation.password'),
        onSend: (password) => queue.sendAgain(operation, password),
      }}
      failure={failure && commandFailure(operation, failure)}
    />
  );
}

/** Adds *Dismiss* on pages without a form. Elsewhere, *Create report* removes finished lines. */
export function dismissible(verbs: readonly Verb[], hasForm: boolean): readonly Verb[] {
  return hasForm || verbs.includes('dismiss') ? verbs : [...verbs, 'dismiss'];
}

/** Returns why *Undo*, *Cancel* or *Send again* had no effect. */
function commandFailure({ subject }: PageOperation, failure: Failure | 'tooLate'): string {
  if (failure !== 'tooLate') return failureMessage(failure);
  return i18n.t(subject.kind === 'delete' ? 'list.undoTooLate' : 'operation.cancelTooLate');
}

export function BatchLine({ batch }: { batch: JobLine }) {
  const { actions, queue, hasForm } = usePage();
  const { batches, backoff } = queue;
  const { id, kind } = batch;
  const line = batchLineOf(batch, backoff.value !== null, batches.endingOf(batch));
  const verbs = isOpen(batch) ? line.verbs : dismissible(line.verbs, hasForm);
  const buttons = batches.buttonsAt(batch);
  const failure = batches.failureAt(batch);

  function press(verb: Verb): void {
    if (verb === 'open') actions.onOpenBatch(id);
    else if (verb === 'pause' || verb === 'resume') batches.update(batch, { kind: verb });
    else if (verb === 'retryFailed') batches.update(batch, { kind: 'retry' });
    else if (verb !== 'dismiss') batches.update(batch, { kind: 'cancel' });
    // A batch of creations stays in the list of recent batches.
    else batches.update(batch, { kind: kind === 'create' ? 'markSeen' : 'remove' });
  }

  return (
    <QueueLine
      line={{ ...line, verbs }}
      onPress={press}
      password={{
        id: `password-${id}`,
        label: i18n.t('batch.password'),
        onSend: (password) => batches.update(batch, { kind: 'resume', password }),
      }}
      failure={failure && failureMessage(failure)}
    >
      {buttons.length > 0 &&
        buttons.map(({ label, onPress }) => (
          <button key={label} type="button" onClick={onPress}>
            {label}
          </button>
        ))}
    </QueueLine>
  );
}

export function BackoffLine() {
  const { actions, queue } = usePage();
  const backoff = queue.backoff.value;
  if (backoff === null) return null;
  const retryState = queue.retryState.value;
  const failure = queue.retryFailure();

  function press(verb: Verb): void {
    if (verb === 'retryNow') void queue.retryNow();
    else actions.onOpenSettings(verb === 'replaceKey' ? 'apiKey' : undefined);
  }

  return (
    <QueueLine
      as="div"
      line={backoffLineOf(backoff, retryState)}
      onPress={press}
      busyVerb={retryState === 'running' ? 'retryNow' : null}
      failure={failure && failureMessage(failure)}
    />
  );
}
