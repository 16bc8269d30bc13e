/**
 * Hands a table to the person as a CSV file.
 * @param time ISO 8601; the file's name tells the day, in the reader's time zone as the dates in it
 */
export function saveCsv(csv: string, name: string, time = new Date().toISOString()): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  // Swedish writes dates as files sort by them.
  const day = new Date(time).toLocaleDateString('sv');
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: `${name}-${day}.csv`,
  });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
