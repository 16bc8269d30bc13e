import { i18n } from '#i18n';
import { ReportsSection } from '@/components/reports/reports-section';
import { ThisPage } from '@/components/reports/this-page';
import { NewReport } from '@/components/submissions/create-form';
import { Icon } from '@/components/ui/icon';
import { Logo } from '@/components/ui/logo';
import { AlertLine } from '@/components/ui/message-lines';
import type { Report } from '@/lib/report/report';
import type { FirstPopup, LaterPopup, PopupActions, WholePopup } from './popup-state';

const SLIDERS =
  'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 7a2.5 2.5 0 1 0 5-.001 2.5 2.5 0 1 0-5 .001M6 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0';

interface PopupProps extends PopupActions {
  /** Null: no service is connected. */
  first: FirstPopup | null;
  /** Null until it comes; missing where it cannot be had, so that the popup is not whole. */
  later: LaterPopup | 'missing' | null;
}

/** The whole popup, or as much of it as is there. */
export function Popup({ first, later, ...actions }: PopupProps) {
  const here = later === 'missing' ? null : later;
  return (
    <>
      <header class="bar">
        <Logo />
        <h1>{i18n.t('popup.title')}</h1>
        <button
          type="button"
          class="icon-button"
          aria-label={i18n.t('popup.settings')}
          title={i18n.t('popup.settings')}
          onClick={actions.onOpenSettings}
        >
          <Icon outline={SLIDERS} />
        </button>
      </header>
      <AlertLine>{later === 'missing' && i18n.t('popup.partsMissing')}</AlertLine>
      {first === null ? (
        here && <here.parts.ConnectFirst onConnect={actions.onOpenSettings} />
      ) : (
        <ConnectedMain first={first} whole={here?.whole ?? null} {...actions} />
      )}
      {here && (
        <here.parts.SetAsideLine
          count={here.setAside.value?.count ?? 0}
          hint={i18n.t('setAside.hint')}
        />
      )}
    </>
  );
}

interface ConnectedMainProps extends PopupActions {
  first: FirstPopup;
  /** Null until it comes. */
  whole: WholePopup | null;
}

function ConnectedMain({ first, whole, onCopy, onOpenPage }: ConnectedMainProps) {
  const isOpen = whole !== null && whole.opened.open.value !== null;
  const open = (report: Report) =>
    first.soon(({ parts, opened }) => parts.openFromList(opened, report));
  return (
    <main>
      {!isOpen && (
        <>
          <ThisPage history={(whole ?? first).history.value} whole={whole} onOpen={open} />
          <NewReport first={first} whole={whole} onCopy={onCopy} />
          {whole && <whole.parts.SubmissionLines submissions={whole.submissions} />}
          <ReportsSection first={first} whole={whole} onOpen={open} />
        </>
      )}
      {whole && <whole.parts.ReportPlace whole={whole} onCopy={onCopy} onOpenPage={onOpenPage} />}
    </main>
  );
}
