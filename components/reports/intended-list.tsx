import { i18n } from '#i18n';
import { useMuting } from '@/components/page/muting';
import { checkName } from '@/components/report/content/check-names';
import { muteText } from '@/components/report/content/intended-words';
import { isolated } from '@/components/text/isolation';
import { counted } from '@/components/text/language';
import { Message } from '@/components/ui/message';
import type { IntendedProblem } from '@/lib/report/compare/intended';

interface IntendedListProps {
  problems: readonly IntendedProblem[];
  /** Whether all problems belong to one client. If so, the list does not name the client. */
  isOfClient: boolean;
}

/** The intended problems, each with the notes of its mutes and *Show again*. */
export function IntendedList({ problems, isOfClient }: IntendedListProps) {
  const { isPrivate, isBusy, showAgain } = useMuting();
  return (
    <>
      <ol aria-label={i18n.t('intended.label')}>
        {problems.map(({ client, name, pages, pageKeys, mutes }) => {
          const note = [...(isOfClient ? [] : [isolated(client)]), ...mutes.map(muteText)].join(
            ' · ',
          );
          return (
            <li key={`${client} ${name}`}>
              <div class="finding intended">
                <b>{checkName({ name })}</b> <span>{counted('reports.pages', pages)}</span>{' '}
                <span class="beside">
                  <small class="quiet small cut" title={note}>
                    <Message text={note} />
                  </small>
                  {!isPrivate && (
                    <button
                      type="button"
                      class="link small"
                      aria-disabled={isBusy(name)}
                      onClick={() => void showAgain(name, mutes, pageKeys)}
                    >
                      {i18n.t('intended.again')}
                    </button>
                  )}
                </span>
              </div>
            </li>
          );
        })}
      </ol>
      {isPrivate && <p class="quiet small">{i18n.t('intended.inPrivate')}</p>}
    </>
  );
}
