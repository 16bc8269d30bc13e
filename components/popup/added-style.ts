/** Adds a style sheet to the page. Resolves when it is in force, rejects where it cannot be had. */
export function addStyle(address: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
}
