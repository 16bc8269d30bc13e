import { expect, it } from 'vitest';
import { CHECK_STEPS, type ConnectionCheck, stepState } from '@/lib/connection/check-steps';
import type { Failure } from '@/lib/failure';

const failure: Failure = { code: 'unreachable' };
const open = { creations: 0, changes: 0, deletions: 1 };
const gone: Failure = { code: 'gone', what: 'interface', message: null };
const question: Failure = { code: 'openJobs', ...open, change: 'disconnect' };

it.each<[ConnectionCheck, string]>([
  [{ state: 'running', at: 'reachable' }, 'passed passed running waiting waiting'],
  [{ state: 'failed', at: 'apiKey', failure }, 'passed passed passed failed waiting'],
  [{ state: 'failed', at: 'reports', failure: gone }, 'passed passed passed waiting failed'],
  [{ state: 'failed', at: 'reports', failure: question }, 'passed passed passed passed passed'],
  [{ state: 'passed', baseUrl: 'https://host.example' }, 'passed passed passed passed passed'],
])('the steps of the check %j are %s', (check, states) => {
  expect(CHECK_STEPS.map((step) => stepState(check, step)).join(' ')).toBe(states);
});
