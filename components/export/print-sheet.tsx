import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useReports } from '@/components/reports/reports-page';
import { DocumentSheet } from './document-sheet';

/**
 * The printed sheets, one for each client, in place of the table. The sheets exist only while the
 * browser prints.
 */
export function PrintSheets() {
  const { sheetsOnPaper, agency } = useReports();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const draw = () => {
      const sheets = sheetsOnPaper().map((sheet) => (
        <DocumentSheet key={sheet.document.title} {...sheet} agency={agency.value} />
      ));
      if (place.current) render(sheets, place.current);
    };
    const clear = () => place.current && render(null, place.current);
    addEventListener('beforeprint', draw);
    addEventListener('afterprint', clear);
    return () => {
      removeEventListener('beforeprint', draw);
      removeEventListener('afterprint', clear);
    };
  }, [sheetsOnPaper, agency]);
  const { logo } = agency.value;
  return (
    <>
      <div class="print-sheets on-paper" ref={place} />
      {/* Loads the logo before `beforeprint`, after which browsers wait for no image. */}
      {logo !== null && <img src={logo} alt="" hidden />}
    </>
  );
}
