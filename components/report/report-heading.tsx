import { useSignal } from '@preact/signals';
import type { Ref } from 'preact';
import { i18n } from '#i18n';
import { reportAddress, reportName, shownReportName } from '@/components/text/report-name';
import { Address } from '@/components/ui/address';
import type { Report } from '@/lib/report/report';

/** In characters: more than three lines in the popup. */
const LONG_URL = 150;

interface ReportHeadingProps {
  report: Report;
  innerRef?: Ref<HTMLHeadingElement>;
}

/** A report's URL as a heading. A press shows all of a long URL. The tooltip has the URL as received. */
export function ReportHeading({ report, innerRef }: ReportHeadingProps) {
  const name = shownReportName(report);
  const isLong = name.length > LONG_URL;
  const isWhole = useSignal(false);
  return (
    <>
      <h2
        {...(innerRef && { ref: innerRef })}
        tabIndex={-1}
        class={isLong && !isWhole.value ? 'report-url large is-cut' : 'report-url large'}
        dir="ltr"
        aria-label={name}
        title={reportName(report)}
      >
        <Address address={reportAddress(report)} />
      </h2>
      {isLong && (
        <button
          type="button"
          class="link small on-screen"
          aria-expanded={isWhole.value}
          onClick={() => {
            isWhole.value = !isWhole.value;
          }}
        >
          {i18n.t(isWhole.value ? 'report.less' : 'report.whole')}
        </button>
      )}
    </>
  );
}
