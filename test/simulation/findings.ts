import type { Submission } from '@/lib/submission/submission';
import { addressKey } from '@/lib/url/page-key';
import type { History } from './history';
import type { MadeReport } from './model-service';
import type { Asked } from './person';
import { passwordOf } from './person';
import type { End } from './play';

/** What is wrong at a history's end, in sentences; empty where every promise was kept. */
export function findings(history: History, end: End): string[] {
  const { asked, left, stored, storedEver, wrong, disk } = end;
  const made = end.made.filter(({ isForeign }) => !isForeign);
  const foreign = end.made.filter((one) => one.isForeign && canPass(one, end));
  const found = [...wrong];
  const kinds = new Map<string, { least: number; most: number; made: number }>();
  const kindOf = ({ url, privacy }: Asked['draft']) => {
    const page = addressKey(url);
    // What a person takes back while it is searched for may turn up as the next one of its page.
    const isLoose =
      asked.some((one) => one.isDiscarded && addressKey(one.draft.url) === page) ||
      foreign.some((one) => addressKey(one.asked.url) === page);
    const name = isLoose
      ? `the page ${page}${history.service.listsPrivacy ? ` with privacy ${privacy}` : ''}`
      : `${url} with privacy ${privacy}`;
    const kind = kinds.get(name) ?? { least: 0, most: 0, made: 0 };
    kinds.set(name, kind);
    return kind;
  };
  for (const one of asked) {
    if (!storedEver.has(one.id) && !one.isDiscarded) continue;
    const kind = kindOf(one.draft);
    if (!stored.has(one.id) && !one.isDiscarded) {
      // Sent, or dropped with the connection that it was asked for on.
      kind.most += 1 + one.repeats;
      continue;
    }
    const [least, most] = reportsOf(
      one,
      left.find(({ id }) => id === one.id),
    );
    kind.least += least;
    kind.most += most;
  }
  for (const { asked: draft } of made) kindOf(draft).made += 1;
  // One that was made between a request and its search cannot be told from the request's own.
  for (const { asked: draft } of foreign) kindOf(draft).least -= 1;
  for (const [name, { least, most, made }] of kinds) {
    if (made < least) found.push(`lost: ${made} of ${least} reports of ${name}`);
    if (made > most) found.push(`doubled: ${made} instead of ${most} reports of ${name}`);
  }
  if (asked.some(({ id }) => disk.includes(passwordOf(id))))
    found.push('a password is on the disk');
  for (const { id, isPrivateWindow } of asked) {
    if (isPrivateWindow && disk.includes(`"id":"${id}"`))
      found.push(`${id} of a private window is on the disk`);
  }
  return found;
}

/** Whether a report of somebody else can pass for that of a request whose answer was lost. */
function canPass(
  { asked, at, report }: MadeReport,
  { requests, posts, storedAsSent }: End,
): boolean {
  const page = addressKey(asked.url);
  const isOfPage = ({ url }: { url: string }) => addressKey(url) === page;
  // For one that the worker's end has kept from going out, there is no time to go by.
  const isCutOff = storedAsSent.filter(isOfPage).length > posts.filter(isOfPage).length;
  return (
    isCutOff ||
    requests.some(({ draft, listedSince, toldSince }) => {
      return isOfPage(draft) && at > (report.hasExactTime ? toldSince : listedSince);
    })
  );
}

/** How many reports there may be of what was asked for once, at the least and at the most. */
function reportsOf(
  { isDiscarded, repeats }: Asked,
  left: Submission | undefined,
): [least: number, most: number] {
  if (isDiscarded) return [0, 1 + repeats];
  if (left === undefined) return [1, 1 + repeats];
  if (left.state === 'failed') return [0, repeats];
  if (left.state === 'needs-attention' && left.reason === 'password') return [0, repeats];
  return [0, 1 + repeats];
}
