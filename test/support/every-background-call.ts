import type { BackgroundApi } from '@/lib/background/background-api';
import type { Outcome } from '@/lib/outcome';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { sampleReport } from './sample-report';

/** Each call that needs a connection, by its name. */
export const EVERY_CALL: [
  keyof BackgroundApi,
  (background: BackgroundApi) => Promise<Outcome<unknown>>,
][] = [
  ['account', (background) => background.account()],
  ['list', (background) => background.list(RECENT_REPORTS_QUERY)],
  ['get', (background) => background.get(sampleReport('1'))],
  [
    'create',
    (background) => background.create('new-1', { url: 'https://host.example/', privacy: 1 }),
  ],
  ['discard', (background) => background.discard('new-1')],
  ['retry', (background) => background.retry('new-1')],
  ['retryNow', (background) => background.retryNow()],
  ['update', (background) => background.update(sampleReport('1'), { results: 1 })],
  ['remove', (background) => background.remove(sampleReport('1'))],
  ['undoRemove', (background) => background.undoRemove('1')],
  ['dismissDuplicate', (background) => background.dismissDuplicate('1')],
  ['unreadableWork', (background) => background.unreadableWork()],
  ['markSeen', (background) => background.markSeen()],
  ['removeUnreadableWork', (background) => background.removeUnreadableWork()],
];
