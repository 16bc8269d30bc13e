import { readId } from './report-json';
import type { ReportStore } from './report-store';

/** Returns the HTML of a report's own page or of the sign-in page; null at any other path. */
export function reportPage(path: string, store: ReportStore): string | null {
  const signIn = '<!doctype html><title>Sign in</title><h1>Sign in</h1>';
  if (path === '/login') return signIn;
  const id = /^\/reports\/([^/]+)$/.exec(path)?.[1];
  const report = id === undefined ? undefined : store.find(readId(id));
  if (!report) return null;
  const form = '<form><input type="password" aria-label="Password"><button>View</button></form>';
  const contents = [`<p>Score: ${report.score}</p>`, signIn, form];
  return `<!doctype html><title>Report ${report.id}</title>${contents[report.privacy]}`;
}
