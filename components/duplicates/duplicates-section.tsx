import { i18n } from '#i18n';
import { Quoting } from '@/components/ui/quoting';
import type { Duplicate } from '@/lib/duplicate/duplicate';
import type { DuplicateNotices } from '@/lib/duplicate/page/duplicate-notices';

interface DuplicatesSectionProps {
  duplicates: DuplicateNotices;
}

/** Pages of which one press has made two reports, and what can be done about it. */
export function DuplicatesSection({ duplicates }: DuplicatesSectionProps) {
  const { shown, remove, dismiss } = duplicates;
  if (shown.value.length === 0) return null;
  return (
    <section aria-label={i18n.t('duplicate.label')}>
      {shown.value.map((duplicate, index) => (
        <DuplicateNotice
          key={duplicate.extra.id}
          duplicate={duplicate}
          elementId={`duplicate-${index}`}
          onRemove={() => remove(duplicate)}
          onDismiss={() => dismiss(duplicate)}
        />
      ))}
    </section>
  );
}

interface DuplicateNoticeProps {
  duplicate: Duplicate;
  elementId: string;
  onRemove: () => void;
  onDismiss: () => void;
}

function DuplicateNotice(props: DuplicateNoticeProps) {
  const { duplicate, elementId, onRemove, onDismiss } = props;
  const { submission, extra, isAnswered } = duplicate;
  const whichId = `${elementId}-extra`;
  return (
    <div class="duplicate">
      <div id={elementId}>
        {/* The popup may stand on another page. */}
        <p class="about-url" title={submission.url}>
          <Quoting text={submission.url} sentence={(url) => url} />
        </p>
        <p role="status">{i18n.t('duplicate.line')}</p>
      </div>
      {isAnswered && (
        <p id={whichId} class="note">
          <Quoting text={extra.id} sentence={(id) => i18n.t('duplicate.which', [id])} />
        </p>
      )}
      <div class="buttons">
        {isAnswered && (
          <button type="button" aria-describedby={`${elementId} ${whichId}`} onClick={onRemove}>
            {i18n.t('duplicate.remove')}
          </button>
        )}
        <button type="button" aria-describedby={elementId} onClick={onDismiss}>
          {i18n.t('list.dismiss')}
        </button>
      </div>
    </div>
  );
}
