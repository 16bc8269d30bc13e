import { describe, expect, it } from 'vitest';
import { FIRST_PLACES, placesAfter } from '@/components/reports/route-places';
import { ALL_PAGES } from '@/components/table/overview-state';
import { routeTo, type View } from '@/lib/browser-ui/reports-request';

const placesOf = (...views: View[]) => views.map(routeTo).reduce(placesAfter, FIRST_PLACES);
const CLIENT: View = { name: 'list', client: 'a.example' };

describe('the places of the tables', () => {
  it('follow the client, the problem and the batch of the route', () => {
    expect(placesOf({ ...CLIENT, check: 'title', isFixed: true }).list).toEqual({
      ...ALL_PAGES,
      client: 'a.example',
      check: 'title',
      isFixed: true,
    });
    expect(placesOf({ name: 'batch', id: '7' }).batch).toEqual({ ...ALL_PAGES, batchId: '7' });
  });

  it('stay the same while a report opens and closes', () => {
    const former = placesOf(CLIENT);
    const now = placesAfter(former, { ...routeTo({ ...CLIENT }), reportId: '1' });
    expect(now.list).toBe(former.list);
  });

  it('do not change for the list while another view is open', () => {
    const former = placesOf(CLIENT);
    expect(placesAfter(former, routeTo({ name: 'many' })).list).toBe(former.list);
  });

  it('are new objects when a view opens again', () => {
    const batch: View = { name: 'batch', id: '7' };
    const opened = placesOf(batch);
    const again = [CLIENT, batch].map(routeTo).reduce(placesAfter, opened);
    expect(again).toEqual({ ...opened, list: { ...ALL_PAGES, client: 'a.example' } });
    expect(again.batch).not.toBe(opened.batch);
  });
});
