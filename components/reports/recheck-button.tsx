import { i18n } from '#i18n';
import { countText } from '@/components/text/language';
import type { Report } from '@/lib/report/report';
import { useReports } from './reports-page';

interface RecheckButtonProps {
  /** The number of pages to measure again. */
  count: number;
  /** The newest report of each page. */
  reports: readonly Report[];
}

/** A button that requests new results of pages. A double click counts as one press. */
export function RecheckButton({ count, reports }: RecheckButtonProps) {
  const { recheck, isRechecking } = useReports();
  return (
    <button
      type="button"
      disabled={reports.length === 0}
      aria-disabled={isRechecking(reports)}
      onClick={() => void recheck(reports)}
    >
      {i18n.t('handedOver.recheck', [countText(count)])}
    </button>
  );
}
