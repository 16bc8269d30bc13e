import type { Outcome } from '@/lib/outcome';
import type { ReportDetails } from '@/lib/report/report';
import { type HeldAnswers, holdAnswers } from './held-answers';
import { sampleReport } from './sample-report';
import type { startConnectedBackground } from './test-background';

type Started = Awaited<ReturnType<typeof startConnectedBackground>>;

/** Two updates that take the turns of all writes, until they are answered. */
export async function holdUpdates({
  background,
  client,
}: Pick<Started, 'background' | 'client'>): Promise<HeldAnswers<Outcome<ReportDetails>>> {
  const updates = holdAnswers<Outcome<ReportDetails>>();
  client.update.mockImplementation(updates.call);
  for (const id of ['1', '2']) void background.update(sampleReport(id), { privacy: 0 });
  await updates.asked(2);
  return updates;
}
