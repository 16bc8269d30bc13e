import { beforeEach, describe, expect, it } from 'vitest';
import { Popup } from '@/components/popup/popup';
import { Reports } from '@/components/reports/reports';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { AGENCY, CLIENT, sampleServices, waitingOperations } from '../../support/sample-services';
import { all, draw, itemsOf, one, says, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

const LIST = 'No service is in use.';
const NONE_IN_USE = { connections: [AGENCY, CLIENT] };

function drawPopupWith({ services }: ReturnType<typeof sampleServices>): void {
  draw(
    <Popup
      page={null}
      services={services}
      defaultPrivacy={INITIAL_PREFERENCES.defaultPrivacy}
      selectedTabs={[]}
      canShowExtensionPages
      onOpenSettings={() => {}}
      onReportMany={() => {}}
      onShowAll={() => {}}
    />,
  );
}

function drawReportsWith({ services }: ReturnType<typeof sampleServices>): void {
  draw(<Reports page={null} services={services} onOpenSettings={() => {}} elsewhere={false} />);
}

describe.each([
  ['the popup', drawPopupWith],
  ['All reports', drawReportsWith],
])('%s while no service is in use', (_, drawPage) => {
  it('lists the services with their accounts and waiting operations', async () => {
    drawPage(
      sampleServices({ ...NONE_IN_USE, waiting: [waitingOperations(AGENCY.id, { waiting: 2 })] }),
    );
    await one('heading', LIST);
    await says('2 waiting');
    expect(itemsOf(LIST)).toEqual([
      'agency.exampleanna@agency.example · 2 waitingUse',
      'client.exampleUse',
    ]);
    expect(all('button', 'Connect a service')).toEqual([]);
  });

  it('puts a service in use, and shows it', async () => {
    const samples = sampleServices(NONE_IN_USE);
    drawPage(samples);
    await one('heading', LIST);
    all('button', 'Use')[1]?.click();
    await waitUntil(() => expect(samples.goToInUse).toHaveBeenCalledOnce());
    expect(samples.useConnection).toHaveBeenCalledExactlyOnceWith(CLIENT.id);
  });

  it('says why a service could not be put in use', async () => {
    const failure = { code: 'notStored' } as const;
    drawPage(sampleServices({ ...NONE_IN_USE, useConnection: async () => ({ failure }) }));
    await one('heading', LIST);
    all('button', 'Use')[0]?.click();
    await one('alert');
  });

  it('offers to connect a service if none is connected', async () => {
    drawPage(sampleServices());
    await one('button', 'Connect a service');
    expect(all('heading', LIST)).toEqual([]);
  });
});
