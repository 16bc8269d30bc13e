/** The match pattern that stands for the service's host; it has no port, which Firefox refuses. */
export function hostPattern(baseUrl: string): string {
  return `${hostOf(baseUrl)}/*`;
}

/** What the browser allows access to for a service: its scheme and host. */
export function hostOf(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  return `${protocol}//${hostname}`;
}
