import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { i18n } from '#i18n';
import { CopyLinkButton } from '@/components/app/copy-link';
import { isFocusFree } from '@/components/app/kept-focus';
import { usePage } from '@/components/app/page-context';
import { fillForm } from '@/components/form/filled-form';
import { privacyLabel } from '@/components/text/labels';
import { failureMessage } from '@/components/text/messages/failure-message';
import { Address } from '@/components/ui/address';
import { PasswordForm } from '@/components/ui/fields/password-form';
import { PrivacyIcon } from '@/components/ui/fields/privacy-icon';
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icons';
import { Message } from '@/components/ui/message';
import { AlertLine } from '@/components/ui/message-lines';
import { RatingShape } from '@/components/ui/report/rating-tag';
import { rowSelector } from '@/components/ui/report/row-selector';
import type { Failure } from '@/lib/failure';
import type { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { shownAddress } from '@/lib/url/shown-address';
import { addressOf, type Line, type Verb } from './line';
import type { PageOperation, Tone } from './subject';

/** Three quarters of a circle, a clock, a tick, and an exclamation mark in a circle. */
const TONE_ICONS: Record<Tone, IconName> = {
  busy: 'busy',
  waiting: 'clock',
  done: 'tick',
  attention: 'attention',
};

const LABELS = {
  undo: 'list.undo',
  cancel: 'task.cancel',
  discard: 'task.discard',
  sendAgain: 'task.retry',
  edit: 'task.edit',
  open: 'task.open',
  openReport: 'report.openReport',
  dismiss: 'list.dismiss',
} as const;

interface ActivityLineProps {
  operation: PageOperation;
  line: Line;
}

/** An operation: how it stands, and what can be done with it. */
export function ActivityLine({ operation, line }: ActivityLineProps) {
  const { actions, activity, form, hasForm, linkOf, show } = usePage();
  const { subject, report } = operation;
  const failure = activity.failureAt(operation);
  const link = report && linkOf(report);
  const verbs = line.verbs.filter(
    (verb) => (link !== null || !needsLink(verb)) && (verb !== 'edit' || hasForm),
  );
  const canUndo = verbs.includes('undo');
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // What was pressed to delete is gone, and the focus with it.
    if (canUndo && isFocusFree()) undo.current?.focus();
  }, [canUndo]);
  const does: Record<keyof typeof LABELS, () => void> = {
    undo: () => activity.cancel(operation),
    cancel: () => activity.cancel(operation),
    discard: () => activity.cancel(operation),
    dismiss: () => activity.cancel(operation),
    sendAgain: () => activity.sendAgain(operation),
    edit() {
      if (subject.kind !== 'create') return;
      activity.cancel(operation);
      fillForm(form, { url: subject.url, privacy: subject.privacy });
    },
    open: () => report && show(report),
    openReport: () => link !== null && actions.onOpenPage(link),
  };
  const asksPassword = verbs.includes('send');
  const nextFocus = subject.kind === 'delete' ? rowSelector(subject.report.id) : undefined;
  return (
    <li
      class={lineClass(line)}
      title={shownAddress(addressOf(subject))}
      {...(nextFocus && { 'data-next-focus': nextFocus })}
    >
      <LinePicture tone={line.tone} report={line.report} />
      <Said sentence={line.sentence} reason={line.reason} about={line.about}>
        {line.privacy !== null && <PrivacyToBe privacy={line.privacy} />}
      </Said>
      {asksPassword ? (
        <PasswordForm
          id={`password-${operation.id}`}
          label={i18n.t('task.password')}
          onGive={(password) => activity.sendAgain(operation, password)}
          onDiscard={does.discard}
        />
      ) : (
        verbs.length > 0 && (
          <div class="verbs">
            {verbs.map((verb) => {
              if (verb === 'send') return null;
              if (verb === 'copyLink') return report && <CopyLinkButton report={report} />;
              return (
                <button
                  key={verb}
                  {...(verb === 'undo' && { ref: undo })}
                  type="button"
                  onClick={does[verb]}
                >
                  {i18n.t(LABELS[verb])}
                </button>
              );
            })}
          </div>
        )
      )}
      <AlertLine>{failure && commandFailure(operation, failure)}</AlertLine>
    </li>
  );
}

/** Why Undo, Cancel or Send again has done nothing. */
function commandFailure({ subject }: PageOperation, failure: Failure | 'tooLate'): string {
  if (failure !== 'tooLate') return failureMessage(failure);
  return i18n.t(subject.kind === 'delete' ? 'list.undoTooLate' : 'task.cancelTooLate');
}

function needsLink(verb: Verb): boolean {
  return verb === 'openReport' || verb === 'copyLink';
}

/** What a person has to decide has more room, and its buttons below the words. */
function lineClass({ tone, verbs }: Pick<Line, 'tone' | 'verbs'>): string {
  const isWide = tone === 'attention' && verbs.length > 0;
  return isWide ? `line is-${tone} is-wide` : `line is-${tone}`;
}

/** The picture of a line: its tone, or the rating of what was made. */
export function LinePicture({ tone, report }: { tone: Tone; report: Report | null }) {
  if (report?.result) return <RatingShape rating={report.result} />;
  return <Icon name={TONE_ICONS[tone]} />;
}

interface SaidProps extends Pick<Line, 'sentence' | 'reason' | 'about'> {
  /** Stands after the sentence. */
  children?: ComponentChildren;
}

/** The words of a line. */
export function Said({ sentence, reason, about, children }: SaidProps) {
  return (
    <div class="said">
      <p>
        <Message text={sentence} />
        {children}
      </p>
      {about && (
        <p class="reason about">
          <span class="address" dir="ltr">
            <Address address={about.address} />
          </span>
          {about.result && <span>· {about.result}</span>}
        </p>
      )}
      {reason && (
        <p class="reason">
          <Message text={reason} />
        </p>
      )}
    </div>
  );
}

function PrivacyToBe({ privacy }: { privacy: Privacy }) {
  const label = privacyLabel(privacy);
  return (
    <>
      {' '}
      <span class="asked-privacy" role="img" aria-label={label} title={label}>
        <PrivacyIcon privacy={privacy} />
      </span>
    </>
  );
}
