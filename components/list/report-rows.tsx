import { useSignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import { LoadedReportItems } from '@/components/report/loaded-report-menu';
import { shortDate } from '@/components/text/dates';
import {
  importancesLabel,
  issuesInWords,
  issuesLabel,
  resultLabel,
} from '@/components/text/labels';
import { reportAddress, reportName } from '@/components/text/report-name';
import { Address } from '@/components/ui/address';
import { IconButton } from '@/components/ui/icon';
import { hideMenu, Menu, menuCommand } from '@/components/ui/menu';
import { openingPress } from '@/components/ui/opening-press';
import { PrivacyTag } from '@/components/ui/report/privacy-tag';
import { RatingShape } from '@/components/ui/report/rating-tag';
import { timeAgo } from '@/components/ui/state/time-ago';
import type { Report } from '@/lib/report/report';
import { verdictOf } from '@/lib/report/verdict';

interface ReportRowsProps {
  reports: readonly Report[];
  /** Whether the rows are not the service's answer to the current query. */
  isStale: boolean;
  isReading: boolean;
}

/** The id of the menu of all rows. */
const ROW_MENU = 'row-menu';

/** The rows of a list, and their menu. */
export function ReportRows({ reports, isStale, isReading }: ReportRowsProps) {
  const { createdId, openReport } = usePage();
  /** The report whose menu button was pressed last. */
  const pressed = useSignal<Report | null>(null);
  // The menu shows the current report or, after the row has left the list, the last known one.
  const ofMenu = reports.find(({ id }) => id === pressed.value?.id) ?? pressed.value;
  return (
    <>
      <ul
        class={isStale ? 'rows is-stale' : 'rows'}
        aria-labelledby="reports-heading"
        aria-busy={isReading}
      >
        {reports.map((report) => (
          <ReportRow
            key={report.id}
            report={report}
            isNew={report.id === createdId.value}
            onOpen={(inNewTab) => openReport(report, inNewTab)}
            onMenu={() => {
              pressed.value = report;
            }}
          />
        ))}
      </ul>
      <Menu id={ROW_MENU}>
        {ofMenu && <LoadedReportItems report={ofMenu} onFailure={() => hideMenu(ROW_MENU)} />}
      </Menu>
    </>
  );
}

/** The report whose row was highlighted last. Prevents a second highlight when the list is redrawn. */
let markedId: string | null = null;

interface ReportRowProps {
  report: Report;
  /** Whether the last press created the report. The first time, the row is scrolled to and highlighted. */
  isNew: boolean;
  onOpen: (inNewTab: boolean) => void;
  /** Called before the menu of the row opens. */
  onMenu: () => void;
}

/** One report in a list: its address, rating, time and privacy. A press opens the report. */
function ReportRow(props: ReportRowProps) {
  const { report, isNew, onOpen, onMenu } = props;
  const { id, result, privacy, generatedAt } = report;
  const failing = verdictOf(report, usePage().mutesOf(report)).counts;
  const name = reportName(report);
  const item = useRef<HTMLLIElement>(null);
  const [wasMarked] = useState(() => markedId === id);
  const isMarked = isNew && !wasMarked;
  useEffect(() => {
    if (!isMarked) return;
    markedId = id;
    item.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked, id]);

  return (
    <li
      ref={item}
      class={isMarked ? 'border-above beside is-new' : 'border-above beside'}
      data-report={id}
    >
      <button type="button" class="row row-button fill" {...openingPress(onOpen)}>
        <RatingShape rating={result} />
        <bdi class="visually-hidden" dir="ltr">
          {name}
        </bdi>
        <span class="address" dir="ltr" aria-hidden="true" title={name}>
          <Address address={reportAddress(report)} />
        </span>
        <span class="row-facts cluster quiet small">
          <strong class={`rating-${result ?? 'none'}`}>{resultLabel(report)}</strong>
          {failing !== null && (
            <span title={importancesLabel(failing)}>
              <span aria-hidden="true">{issuesLabel(failing)}</span>
              <span class="visually-hidden">{issuesInWords(failing)}</span>
            </span>
          )}
          {privacy !== null && <PrivacyTag privacy={privacy} />}
          {generatedAt !== null && (
            <time dateTime={generatedAt} title={shortDate(generatedAt)}>
              <span aria-hidden="true">{timeAgo(generatedAt)}</span>
              <span class="visually-hidden">{shortDate(generatedAt)}</span>
            </time>
          )}
        </span>
      </button>
      <IconButton
        label={i18n.t('list.more')}
        icon="more"
        onClick={onMenu}
        {...menuCommand(ROW_MENU)}
      />
    </li>
  );
}
