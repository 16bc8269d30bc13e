/**
 * Hands a table to the person as a CSV file.
 * @param time ISO 8601; the file's name tells the day
 */
export function saveCsv(csv: string, name: string, time = new Date().toISOString()): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: `${name}-${time.slice(0, 10)}.csv`,
  });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
