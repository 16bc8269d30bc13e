import { i18n } from '#i18n';
import { showFilledForm } from '@/components/form/filled-form';
import { useCopy, usePage } from '@/components/page/page-context';
import { labelled } from '@/components/text/language';
import { announceCopy, linkCopied, textCopied } from '@/components/text/messages/copy-message';
import { failureMessage } from '@/components/text/messages/failure-message';
import {
  addressInSentence,
  copyableAddress,
  openableAddress,
  reportAddress,
} from '@/components/text/report-name';
import { type MenuItem, MenuItems } from '@/components/ui/menu';
import { copyLater } from '@/lib/browser/clipboard';
import type { Report } from '@/lib/report/report';
import { hasFailed } from '@/lib/result';

export interface ReportVerb extends MenuItem {
  /** The tooltip. */
  title?: string;
}

interface VerbContext {
  /** Whether the service no longer has the report. */
  isGone?: boolean;
  onUpdate(): void;
  onCopyText(): void;
  onDelete(): void;
  /** Prints the report; absent if the extension page cannot print it. */
  onPrint?(): void;
}

/** Returns the actions of a report, in the order of all menus: first the buttons, then the others. */
export function useReportVerbs(report: Report, context: VerbContext) {
  const { actions, form, hasForm, linkOf, passwordOf, reportAnew } = usePage();
  const copy = useCopy();
  const { isGone = false, onPrint } = context;
  const address = report.url === null ? null : reportAddress(report);
  const page = address === null ? null : openableAddress(address);
  const link = isGone ? null : linkOf(report);

  const open: ReportVerb | null =
    link === null
      ? null
      : {
          label: i18n.t('report.openReport'),
          title: i18n.t('report.openReportTitle'),
          onChoose: () => actions.onOpenPage(link),
        };
  const copyLink: ReportVerb | null =
    link === null
      ? null
      : {
          label: i18n.t('report.copyLink'),
          onChoose: () => void copy(link, linkCopied(report), { password: passwordOf(report) }),
        };
  const update: ReportVerb | null = isGone
    ? null
    : {
        label: i18n.t('report.update'),
        title: i18n.t('report.updateTitle'),
        onChoose: context.onUpdate,
      };
  const again: ReportVerb = {
    label: i18n.t('reports.reportAgain'),
    onChoose() {
      reportAnew(report);
      if (hasForm) showFilledForm(form, '.new-report [type="submit"]');
    },
  };
  const more: (ReportVerb | false)[] = [
    address !== null && again,
    address !== null && {
      label: i18n.t('report.copyUrl'),
      onChoose: () =>
        void copy(copyableAddress(address), i18n.t('copied.address', [addressInSentence(address)])),
    },
    { label: i18n.t('report.copyText'), onChoose: context.onCopyText },
    page !== null && {
      label: i18n.t('report.openPage'),
      onChoose: () => actions.onOpenPage(page),
    },
    onPrint !== undefined && { label: i18n.t('reports.print'), onChoose: onPrint },
    !isGone && { label: i18n.t('report.delete'), onChoose: context.onDelete, isDangerous: true },
  ];
  return {
    open,
    update,
    /** The actions with a button in the open report. */
    first: [open, copyLink, update].filter((verb) => verb !== null),
    more: more.filter((verb) => verb !== false),
    /** *Report again*, also in `more`; null if the report's page is unknown. */
    again: address === null ? null : again,
  };
}

/** The items of the menu of a report's row. */
export function ReportItems({ report }: { report: Report }) {
  const { kernel, notices, linkOf, mutesOf, passwordOf, viewOfText, show, update, remove } =
    usePage();

  function announceFailure(text: string): void {
    const name = addressInSentence(reportAddress(report));
    notices.announce(labelled(name, text), { isFailure: true });
  }

  /** Reads the report and copies its text. Loads the code for the text only now, to keep the popup small. */
  async function copyText(): Promise<void> {
    const reading = kernel.getReport(report);
    const loading = import('./content/report-text');
    const text = Promise.all([reading, loading]).then(([read, { reportText }]) => {
      if (hasFailed(read)) throw read.failure;
      return reportText(read.value, mutesOf(report), linkOf(report));
    });
    const copying = copyLater(text);
    copying.catch(() => {});
    const read = await reading;
    if (hasFailed(read)) return announceFailure(failureMessage(read.failure));
    if ((await loading.catch(() => null)) === null) {
      return announceFailure(i18n.t('report.notCopied'));
    }
    const link = linkOf(report);
    const password = link === null ? null : passwordOf(read.value);
    await announceCopy(copying, textCopied(read.value, link), notices.announce, {
      password,
      view: viewOfText?.(read.value) ?? null,
    });
  }

  const { first, more } = useReportVerbs(report, {
    onUpdate: () => update(report),
    onCopyText: () => void copyText(),
    onDelete: () => remove(report),
  });
  const details = { label: i18n.t('menu.details'), onChoose: () => show(report) };
  return <MenuItems items={[details, ...first, ...more]} />;
}
