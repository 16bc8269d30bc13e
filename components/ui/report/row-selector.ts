/** Finds the row of a report, where the list shows it. */
export function rowSelector(reportId: string): string {
  return `[data-report="${CSS.escape(reportId)}"] .row`;
}
