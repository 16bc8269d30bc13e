/**
 * Saves a table as a CSV file.
 * @param time ISO 8601. The file name contains its day in the local time zone, like the dates in
 *   the file.
 */
export function saveCsv(csv: string, name: string, time = new Date().toISOString()): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  // Swedish dates are YYYY-MM-DD.
  const day = new Date(time).toLocaleDateString('sv');
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: `${name}-${day}.csv`,
  });
  link.click();
  // Ten seconds later, the browser has begun to read the blob.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
