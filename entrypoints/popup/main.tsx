// First of all, so that the browser is asked while the rest of the popup is made ready.
import './opening';
import { render } from 'preact';
import { i18n } from '#i18n';
import { addStyle } from '@/components/popup/added-style';
import laterStyle from '@/components/popup/later.css?url';
import { Popup } from '@/components/popup/popup';
import type { LaterPopup, WholePopup } from '@/components/popup/popup-state';
import { measureScrollbar } from '@/components/popup/scrollbar-room';
import { datesToRecall, recallDates } from '@/components/text/dates';
import { labelDocument } from '@/components/ui/document-label';
import { copyText } from '@/lib/browser/clipboard';
import { connectionItem, dateTextsItem } from '@/lib/browser/kept';
import { openOptionsPage } from '@/lib/browser/runtime';
import { openTab } from '@/lib/browser/tabs';
import { createWaitingPresses } from '@/lib/state/waiting-presses';
import { askEarly, firstPopup, opensWithMore } from './first';
import { opening } from './opening';

/** Where no frame comes, the background is not kept waiting. */
const LATEST_FRAME_MS = 300;

/**
 * Resolves when the first frame is on the screen, or soon where the page is not shown and has none.
 * The browser makes it in several steps, which must not wait for what comes later.
 */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver(() => setTimeout(resolve)).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, LATEST_FRAME_MS);
  });
}

async function openSettings(): Promise<void> {
  await openOptionsPage();
  window.close();
}

/** Fetches what comes later; null where any of it cannot be had. */
async function fetchLater() {
  try {
    const [code] = await Promise.all([import('./later'), addStyle(laterStyle)]);
    return code;
  } catch {
    return null;
  }
}

/** What comes later imports this file, so it must be through before that can come. */
async function start(): Promise<void> {
  // What takes its time is done while the store is read.
  labelDocument(i18n.t('popup.title'));
  measureScrollbar();
  const opened = await opening;
  const { dates, tab } = opened;
  recallDates(dates);
  const { soon, arrive } = createWaitingPresses<WholePopup>();
  const first = firstPopup(opened, soon);
  const show = (later: LaterPopup | 'missing' | null) =>
    render(
      <Popup
        first={first}
        later={later}
        onOpenSettings={openSettings}
        onCopy={copyText}
        onOpenPage={(url) => void openTab(url)}
      />,
      document.body,
    );

  // A popup that was opened before a change of connection would show another service's reports.
  connectionItem.watch(() => location.reload());
  // What is to be seen at once must not push the rest down when it comes.
  const isMore = opensWithMore(opened, first);
  if (!isMore) {
    show(null);
    await painted();
  }
  const early = isMore ? null : askEarly(first);
  const code = await fetchLater();
  const later = code?.createLater(opened, early);
  if (later?.whole) arrive(later.whole);
  show(later ?? 'missing');
  if (isMore) await painted();
  const written = datesToRecall();
  if (written !== null && !tab.isPrivate) void dateTextsItem.write(written);
  if (later?.whole) void code?.askForMore(later.whole, opened);
}

void start();
