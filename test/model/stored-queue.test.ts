import { isFinishedSubmissions, isQueueView, isSubmission } from '@/lib/model/stored-values';
import {
  type Accepts,
  describeGuard,
  isNothing,
  isNumber,
  isPlainCode,
  isPrivacyNumber,
  isText,
  isTextOrNull,
  isTexts,
  isTime,
  type Kept,
  oneOf,
  TIME,
} from '../support/kept-value';
import { sampleReport } from '../support/sample-report';
import { sampleSubmission } from '../support/sample-submission';

const failure = { code: 'unreachable' } as const;
const isTruth: Accepts = (value) => typeof value === 'boolean';
/** The states that need nothing beside their name. */
const isBareState = oneOf('waiting', 'sending');

const checking = { state: 'checking', checks: 2, nextAt: TIME, failure } as const;
const shown = [
  sampleSubmission('a', checking),
  sampleSubmission('b', { state: 'failed', failure }),
];

const kept: Kept[] = [
  {
    name: 'a submission',
    guard: isSubmission,
    sample: sampleSubmission(
      'a',
      { state: 'waiting' },
      { knownIds: ['1', '2'], newestKnownId: '2' },
    ),
    places: [
      [['id'], isText],
      [['order'], isNumber],
      [['url'], isText],
      [['privacy'], isPrivacyNumber],
      [['isPrivateWindow'], isTruth],
      [['sends'], isNumber],
      [['knownIds'], isTexts],
      [['knownIds', 1], isText],
      [['newestKnownId'], isTextOrNull],
      [['state'], isBareState],
    ],
  },
  {
    name: 'a submission that is searched for',
    guard: isSubmission,
    sample: sampleSubmission('a', checking),
    places: [
      // A failure and the rest do no harm to the other states.
      [['state'], oneOf('waiting', 'sending', 'checking', 'failed')],
      [['checks'], isNumber],
      [['nextAt'], isTime],
      [['failure'], oneOf(null)],
      [['failure', 'code'], isPlainCode],
    ],
  },
  {
    name: 'a submission that was accepted unseen',
    guard: isSubmission,
    sample: sampleSubmission('a', { ...checking, failure: null }),
    places: [[['failure'], oneOf(null)]],
  },
  {
    name: 'a submission that was refused',
    guard: isSubmission,
    sample: sampleSubmission('a', { state: 'failed', failure }),
    places: [
      [['state'], oneOf('waiting', 'sending', 'failed')],
      [['failure'], isNothing],
      [['failure', 'code'], isPlainCode],
    ],
  },
  {
    name: 'a submission that is unclear',
    guard: isSubmission,
    sample: sampleSubmission('a', { state: 'needs-you', why: 'unclear', failure }),
    places: [
      [['state'], oneOf('waiting', 'sending', 'failed', 'needs-you')],
      [['why'], oneOf('unclear', 'password')],
      [['failure'], isNothing],
      [['failure', 'code'], isPlainCode],
    ],
  },
  {
    name: 'a submission that lacks its password',
    guard: isSubmission,
    sample: sampleSubmission('a', { state: 'needs-you', why: 'password' }),
    places: [[['why'], oneOf('password')]],
  },
  {
    name: 'the view of the queue',
    guard: isQueueView,
    sample: { shown, count: 1_000, pause: { until: TIME, failure, count: 3 }, newestId: '7' },
    places: [
      [['shown'], (value) => Array.isArray(value) && value.length === 0],
      [['shown', 1], isNothing],
      [['shown', 0, 'nextAt'], isTime],
      [['count'], isNumber],
      [['pause'], oneOf(null)],
      [['pause', 'until'], isTime],
      [['pause', 'failure'], isNothing],
      [['pause', 'failure', 'code'], isPlainCode],
      [['pause', 'count'], isNumber],
      [['newestId'], isTextOrNull],
    ],
  },
  {
    name: 'submissions that are done',
    guard: isFinishedSubmissions,
    sample: [
      { id: 'a', reportId: '1', report: sampleReport('1') },
      { id: 'b', reportId: null, report: null },
    ],
    places: [
      [[0], isNothing],
      [[1, 'id'], isText],
      [[0, 'reportId'], isTextOrNull],
      [[0, 'report'], oneOf(null)],
      [[0, 'report', 'id'], isText],
    ],
  },
];

for (const each of kept) describeGuard(each);
