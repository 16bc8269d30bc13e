import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReportId } from '@/lib/report/report-id';
import { readReportLink, reportLink } from '@/lib/report/report-link';
import { anyCharacter } from '../../support/any-text';

const BASE = 'https://host.example/s';

describe('the Report link field', () => {
  it.each([
    ['  ', ''],
    [' https://HOST.example/r/{id}/ ', 'https://host.example/r/{id}/'],
    ['host.example:443/r/{id}', 'https://host.example/r/{id}'],
    ['https://host.example/show?report={id}&tab=1', 'https://host.example/show?report={id}&tab=1'],
    ['https://host.example/r-{id}.html#top', 'https://host.example/r-{id}.html#top'],
    ['https://host.example/r/%7Bid%7D', 'https://host.example/r/{id}'],
    ['https://host.example/r/{ID}', 'https://host.example/r/{id}'],
    ['localhost:8000/r/{id}', 'http://localhost:8000/r/{id}'],
  ])('reads %j as %j, and reads its own value unchanged', (text, value) => {
    expect(readReportLink(text)).toEqual({ value });
    expect(readReportLink(value)).toEqual({ value });
  });

  it.each([
    ['/reports/{id}', 'notAbsolute'],
    ['javascript:alert({id})', 'notWeb'],
    ['https://host.example/#/reports/{id}', 'noId'],
    ['https://host.example/{id}#{id}', 'noId'],
    ['https://{id}.host.example/{id}', 'noId'],
    ['https://host.example/{id}/..', 'noId'],
    ['{id}', 'noId'],
    ['https://{id}@host.example/{id}', 'userInfo'],
  ])('refuses %j because of %s', (text, problem) => {
    expect(readReportLink(text)).toEqual({ problem });
  });
});

describe('the link of a report', () => {
  it.each([
    [null, 'https://host.example/s/reports/7'],
    ['https://other.example/r/{id}?of={id}', 'https://other.example/r/7?of=7'],
    ['', null],
  ])('with the setting %j is %j', (setting, link) => {
    expect(reportLink({ id: '7' }, setting, BASE)).toBe(link);
  });

  it.each([
    ['../../x', '..%2F..%2Fx'],
    ['$&', '%24%26'],
    ['{id}', '%7Bid%7D'],
  ])('has the id %j encoded as %s', (id, encoded) => {
    expect(reportLink({ id }, null, BASE)).toBe(`${BASE}/reports/${encoded}`);
  });

  it('stays in the path of the setting for any id', () => {
    const ids = fc.string({ unit: anyCharacter, minLength: 1 }).filter(isReportId);
    fc.assert(
      fc.property(ids, (id) => {
        const link = new URL(reportLink({ id }, 'https://host.example/r/{id}/open', BASE) ?? '');
        expect(link.href).toMatch(/^https:\/\/host\.example\/r\/[^/?#]+\/open$/);
      }),
    );
  });
});
