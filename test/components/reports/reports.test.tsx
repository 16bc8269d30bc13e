import { beforeEach, expect, it } from 'vitest';
import { fakeBackground, publishQueue } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { creation, sampleBackoff, sampleLine } from '../../support/sample-job';
import { all, one, press, says, saysNoMore, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

it('the reason why the list could not be read is shown once, in the line of the backoff', async () => {
  const failure = { code: 'unreachable' } as const;
  const background = fakeBackground({ listReports: async () => ({ failure }) });
  const { page } = await drawReports({ background });
  const reason = "Couldn't reach the service";
  const alerts = () => all('alert').filter(({ textContent }) => textContent?.includes(reason));
  await one('table', 'Reports');
  page.refresh();
  await waitUntil(() => expect(alerts()).toHaveLength(1));
  await publishQueue({
    ...{ backoff: sampleBackoff(failure), singles: [sampleLine('a', creation())] },
    all: { create: 1, update: 0, delete: 0, needsAttention: 0 },
  });
  await says('Retry now');
  await waitUntil(() => expect(alerts()).toHaveLength(0));
});

it('Report many pages opens the field for addresses', async () => {
  await drawReports();
  await one('table', 'Reports');
  await press('Report many pages');
  await one('textbox', 'Addresses');
});

it('a notice about a history that cannot be stored is shown once, until it can be stored', async () => {
  await drawReports();
  await publishQueue({ historyFails: true });
  const text = "Your browser can't store earlier results";
  await says(text);
  expect(document.body.textContent?.split(text)).toHaveLength(2);
  await publishQueue({ historyFails: false });
  await saysNoMore(text);
});
