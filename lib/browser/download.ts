/** @param time ISO 8601. The file name contains the local date. */
export function saveCsv(csv: string, name: string, time = new Date().toISOString()): void {
  saveFile(new Blob([csv], { type: 'text/csv' }), `${name}-${dayOf(time)}.csv`);
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** @param time see `saveCsv` */
export function saveXlsx(
  workbook: Uint8Array<ArrayBuffer>,
  name: string,
  time = new Date().toISOString(),
): void {
  saveFile(new Blob([workbook], { type: XLSX_TYPE }), `${name}-${dayOf(time)}.xlsx`);
}

/** @param savedAt ISO 8601. The file name contains the local date. */
export function saveBackup(file: Blob, savedAt: string): void {
  saveFile(file, `seo-reports-backup-${dayOf(savedAt)}.jsonl.gz`);
}

/** Returns `YYYY-MM-DD`, which is the Swedish date format, in the local time zone. */
function dayOf(time: string): string {
  return new Date(time).toLocaleDateString('sv');
}

function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser needs the URL until the download has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
