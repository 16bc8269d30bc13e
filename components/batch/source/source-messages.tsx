import { i18n } from '#i18n';
import { useBatch } from '@/components/batch/batch-model';
import { isolated, shortened } from '@/components/text/isolation';
import { counted, series } from '@/components/text/language';
import { failureMessage } from '@/components/text/messages/failure-message';
import { Message } from '@/components/ui/message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import type { Failure } from '@/lib/failure';
import type { SourceWithoutAddresses, UnreadFile } from '@/lib/import/found-addresses';
import type { SourceProblem } from './source-state';

/** Maximum number of names in a message. */
const MAX_NAMED = 5;

/** Messages about the source that was read last. */
export function SourceMessages() {
  const hasRows = useBatch().preview.hasFound.value;
  const { isReading, problem, rest, readSitemap, tryAgain } = useBatch().source;
  const {
    forbidden = [],
    twins = [],
    unread = [],
    unreadCount = 0,
    end,
    leftOut = 0,
    hidden = { rows: 0, sheets: 0 },
    sourcesWithoutAddresses = [],
    isUsualPlace = false,
    fault,
  } = rest.value ?? {};
  const offers = forbidden.map(({ origin, files }) => ({
    origins: [origin],
    words: `${isolated(origin)} · ${counted('manyPages.forbidden', files)}`,
  }));
  if (twins.length > 0) {
    const words = i18n.t('manyPages.mayRedirect', [twins.map(isolated).join(', ')]);
    offers.push({ origins: twins, words });
  }
  return (
    <>
      <StatusLine>{isReading.value && i18n.t('manyPages.reading')}</StatusLine>
      <AlertLine>{problem.value && problemSentence(problem.value)}</AlertLine>
      {problem.value?.kind === 'notRead' && (
        <div class="cluster">
          <button type="button" onClick={() => void tryAgain()}>
            {i18n.t('report.tryAgain')}
          </button>
        </div>
      )}
      {offers.map(({ origins, words }, index) => (
        <div class="cluster" key={words}>
          <span id={`forbidden-${index}`}>
            <Message text={words} />
          </span>
          <button
            type="button"
            aria-describedby={`forbidden-${index}`}
            onClick={() => void readSitemap(...origins)}
          >
            {i18n.t('queue.allowAccess')}
          </button>
        </div>
      ))}
      {unread.length > 0 && (
        <div class="unread">
          <p class="problem" role="alert" id="unread">
            {counted('manyPages.unread', unreadCount)}
          </p>
          <ul aria-labelledby="unread">
            {unread.slice(0, MAX_NAMED).map((file) => (
              <li key={file.url}>
                <bdi>{shortened(file.url)}</bdi>{' '}
                <span class="quiet">
                  <Message text={whyUnread(file)} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isUsualPlace && <p class="quiet">{i18n.t('manyPages.usualPlace')}</p>}
      <WithoutAddresses parts={sourcesWithoutAddresses} hasRows={hasRows} />
      {leftOut > 0 && <p class="quiet">{counted('manyPages.leftOut', leftOut)}</p>}
      {hidden.rows > 0 && <p class="quiet">{counted('manyPages.hiddenRows', hidden.rows)}</p>}
      {hidden.sheets > 0 && <p class="quiet">{counted('manyPages.hiddenSheets', hidden.sheets)}</p>}
      <AlertLine>{fault && i18n.t(`manyPages.problem.${fault}`)}</AlertLine>
      <AlertLine>{end === 'timedOut' && i18n.t('manyPages.timedOut')}</AlertLine>
    </>
  );
}

/** The names of the parts without addresses. Without any address, says what was searched. */
function WithoutAddresses(props: { parts: readonly SourceWithoutAddresses[]; hasRows: boolean }) {
  const { parts, hasRows } = props;
  if (parts.length === 0) return null;
  if (hasRows) {
    const names = parts.slice(0, MAX_NAMED).map(({ name }) => shortened(name));
    return (
      <p class="quiet">
        <Message text={counted('manyPages.withoutAddresses', parts.length, series(names))} />
      </p>
    );
  }
  return (
    <>
      {parts.slice(0, MAX_NAMED).map((part, index) => (
        <AlertLine key={index}>{searchedText(part)}</AlertLine>
      ))}
    </>
  );
}

function searchedText({ kind, count, names }: SourceWithoutAddresses): string {
  return kind === 'lines'
    ? counted('manyPages.lookedFor.lines', count)
    : counted(`manyPages.lookedFor.${kind}`, count, series(names.map(shortened)));
}

function whyUnread(file: UnreadFile): string {
  return 'problem' in file
    ? i18n.t(`manyPages.problem.${file.problem}`)
    : whyNotFetched(file.failure);
}

/** Returns why a sitemap was not read. `failureMessage` names the service, not the sitemap's host. */
function whyNotFetched(failure: Failure): string {
  if ('status' in failure) {
    return failure.status === 401
      ? i18n.t('manyPages.fetching.signIn')
      : i18n.t('manyPages.fetching.status', [failure.status]);
  }
  switch (failure.code) {
    case 'tooManyRequests':
      return i18n.t('manyPages.fetching.status', [429]);
    case 'redirected':
      return failure.to === null
        ? i18n.t('manyPages.fetching.redirected')
        : i18n.t('manyPages.fetching.redirectedTo', [isolated(failure.to)]);
    case 'timedOut':
    case 'protectionPage':
      return i18n.t(`manyPages.fetching.${failure.code}`);
    default:
      return i18n.t('manyPages.fetching.unreachable');
  }
}

/** Returns null for a problem that is shown at its field. */
function problemSentence(problem: SourceProblem): string | null {
  switch (problem.kind) {
    case 'address':
    case 'noText':
      return null;
    case 'hostRefused':
      return i18n.t('manyPages.hostRefused', [isolated(problem.origin)]);
    case 'failure':
      return failureMessage(problem.failure);
    default:
      return i18n.t(`manyPages.${problem.kind}`);
  }
}
