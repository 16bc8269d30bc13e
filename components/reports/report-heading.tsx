import type { Ref } from 'preact';
import { reportName } from '@/components/text/report-name';
import type { Report } from '@/lib/report/report';

/** Longer addresses scroll, also by keyboard. */
const LONG_URL = 300;

interface ReportHeadingProps {
  report: Report;
  innerRef?: Ref<HTMLHeadingElement>;
}

/** A report's URL as the heading of its view, exactly as it was received. */
export function ReportHeading({ report, innerRef }: ReportHeadingProps) {
  const name = reportName(report);
  return (
    <h2
      {...(innerRef && { ref: innerRef })}
      tabIndex={name.length > LONG_URL ? 0 : -1}
      class="report-url"
      dir="ltr"
    >
      {name}
    </h2>
  );
}
