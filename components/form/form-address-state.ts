import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { pageKey } from '@/lib/url/page-key';
import { readReportUrl } from '@/lib/url/report-url';
import { urlAlternatives } from '@/lib/url/url-alternatives';

/**
 * The address in the form, and what could be sent for it; for its signals see `ReportForm`.
 * @param first what is in the field at first
 * @param pageUrl address of the page in front; null where none is known
 */
export function createFormAddress(first: string, pageUrl: ReadonlySignal<string | null>) {
  const url = signal(first);
  const canonical = signal<string | null>(null);
  const holdsPage = computed(
    () => pageUrl.value !== null && pageKey(url.value) === pageKey(pageUrl.value),
  );

  return {
    url,
    holdsPage,
    // What the page in front names as its address is of no use for another.
    alternatives: computed(() =>
      urlAlternatives(url.value, holdsPage.value ? canonical.value : null),
    ),
    sentUrl: computed(() => {
      const sent = readReportUrl(url.value);
      return 'problem' in sent || sent.value === url.value.trim() ? null : sent.value;
    }),
    /** Puts what will be sent into the field; false where that stands there, or nothing can be sent. */
    writeOut(): boolean {
      const sent = readReportUrl(url.value);
      if ('problem' in sent || sent.value === url.value) return false;
      url.value = sent.value;
      return true;
    },
    offerCanonical(named: string | null): void {
      canonical.value = named;
    },
  };
}
