import { describe, expect, it } from 'vitest';
import { checkSearchText, detailsSearchText } from '@/components/reports/content/check-texts';
import { searchText } from '@/components/reports/content/value-text';
import { arrangeFields } from '@/lib/report/content/arrangement';
import { filterFields, filterWords, holdsWords } from '@/lib/report/content/field-filter';
import { REPORT_BOUNDS, toExtraFields } from '@/lib/report/extra-fields';
import { useMessageKeys } from '../../../support/message-keys';

useMessageKeys();

function arrange(json: object) {
  return arrangeFields(toExtraFields(json, REPORT_BOUNDS).fields);
}

/** What a filter leaves of a report's fields. */
function find(json: object, query: string) {
  return filterFields(arrange(json).fields, filterWords(query), 100, searchText);
}

describe('a filter of the fields as they are shown', () => {
  const links = { internal_links: ['/visit', '/hours', '/contact'] };

  it.each([
    ['hours', ['/hours']],
    ['/', ['/visit', '/hours', '/contact']],
    ['internal hours', ['/hours']],
    ['Internal links', ['/visit', '/hours', '/contact']],
  ])('by %j leaves of a list what it has found: %j', (query, items) => {
    const name = 'internal_links';
    expect(find(links, query)).toEqual({ fields: [{ name, value: items }], count: items.length });
  });

  it('finds nothing that stands in two entries of a list', () => {
    expect(find(links, 'visit hours').count).toBe(0);
  });

  it.each(['load_time_ms', 'Load time', '3400', '3.4 sec'])('finds %j', (query) => {
    expect(find({ load_time_ms: 3400, other: 1 }, query).count).toBe(1);
  });
});

describe('what is searched of a check', () => {
  const [check] = arrange({
    checks: [
      {
        name: 'image_alt',
        ok: false,
        images: ['/i/hall.png', '/i/roof.png'],
        sizes: [{ html_bytes: 18_204 }],
      },
    ],
  }).checks;
  if (check === undefined) throw new Error('The report has a check.');

  it.each(['roof.png', 'images', '18.2 kb', 'html_bytes'])('are its details: %j', (query) => {
    expect(holdsWords(detailsSearchText(check), filterWords(query))).toBe(true);
    expect(holdsWords(checkSearchText(check), filterWords(query))).toBe(true);
  });
});
