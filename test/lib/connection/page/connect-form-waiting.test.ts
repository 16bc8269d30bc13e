import { describe, expect, it } from 'vitest';
import type { ConnectionCheck } from '@/lib/connection/connection-check';
import type { Failure } from '@/lib/failure';
import { openCheckingForm, openForm, STANDING } from '../../../support/open-connect-form';

const failure: Failure = { code: 'submissionsWaiting', count: 3 };
const refused: ConnectionCheck = { state: 'failed', at: 'reports', failure };

describe('reports that are still on their way', () => {
  it('make a second press of Disconnect agree to forget them', async () => {
    const { form, disconnects, disconnect } = openForm(STANDING);
    const first = form.disconnect();
    disconnects.answer(0, { failure });
    await first;
    expect(form.disconnection.value).toEqual({ failure });
    const second = form.disconnect();
    disconnects.answer(1, { value: null });
    await second;
    expect(disconnect.mock.calls).toEqual([[false], [true]]);
  });

  it('make a second press of Connect agree to forget them', async () => {
    const { form, grants, checks, connect, connecting } = await openCheckingForm();
    checks.answer(0, refused);
    await connecting;
    const again = form.connect();
    grants.answer(1, true);
    await checks.asked(2);
    checks.answer(1, { state: 'passed', baseUrl: STANDING.baseUrl });
    await again;
    expect(connect.mock.calls.map(([request]) => request.dropsSubmissions)).toEqual([
      undefined,
      true,
    ]);
  });

  it('are not agreed to for another address that was typed since', async () => {
    const { form, grants, checks, connect, connecting } = await openCheckingForm();
    checks.answer(0, refused);
    await connecting;
    form.enterBaseUrl('https://third.example');
    void form.connect();
    grants.answer(1, true);
    await checks.asked(2);
    expect(connect.mock.lastCall?.[0].dropsSubmissions).toBeUndefined();
  });
});
