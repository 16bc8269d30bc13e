import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findReportLink, readReportLink, reportLink } from '@/lib/report/report-link';
import { Preferences } from '@/lib/settings/preferences';
import { sampleReport } from '../../support/sample-report';

const BASE = 'https://host.example/s';

describe("the link in a service's answer", () => {
  it.each<[id: string, row: object, link: string]>([
    ['7', { link: 'https://host.example/reports/7' }, 'https://host.example/reports/7'],
    ['7', { link: 'https://host.example/7' }, 'https://host.example/7'],
    ['7', { a: 'HTTPS://HOST.example:443/r/7/#top' }, 'https://host.example/r/7/#top'],
    [
      '7',
      { a: 'https://host.example/show?report=7&tab=1' },
      'https://host.example/show?report=7&tab=1',
    ],
    ['7', { links: { page: `${BASE}/r/7` } }, `${BASE}/r/7`],
    ['7', { links: [`${BASE}/r/7`] }, `${BASE}/r/7`],
    ['7', { links: { self: `${BASE}/api/v1/reports/7`, page: `${BASE}/r/7` } }, `${BASE}/r/7`],
    ['7', { first: `${BASE}/a/7`, second: `${BASE}/b/7` }, `${BASE}/a/7`],
    // Addresses that end with the id come before those that go on behind it.
    ['7', { a: `${BASE}/r/7/history`, b: `${BASE}/r/7/` }, `${BASE}/r/7/`],
    ['7', { a: `${BASE}/r/7/history`, b: `${BASE}/r?id=7` }, `${BASE}/r?id=7`],
    ['7', { a: `${BASE}/r/7/history`, b: `${BASE}/r/7/summary` }, `${BASE}/r/7/history`],
    ['7', { delete_url: `${BASE}/r/7/delete`, page: `${BASE}/r/7/show` }, `${BASE}/r/7/show`],
    ['7', { page: `${BASE}/r/7/how-to-delete-pages` }, `${BASE}/r/7/how-to-delete-pages`],
    ['7', { page: `${BASE}/updates/7?editor=me` }, `${BASE}/updates/7?editor=me`],
    ['Edit-7', { page: `${BASE}/r/Edit-7` }, `${BASE}/r/Edit-7`],
    ['a/b', { link: `${BASE}/r/a%2Fb` }, `${BASE}/r/a%2Fb`],
    ['5e0c-ffe', { link: `${BASE}/r/5e0c-ffe.html`, page: `${BASE}/5e0c-ffe` }, `${BASE}/5e0c-ffe`],
    ['größe', { link: `${BASE}/r/größe` }, `${BASE}/r/gr%C3%B6%C3%9Fe`],
    ['a b', { link: `${BASE}/r?id=a+b` }, `${BASE}/r?id=a+b`],
  ])('of the report %s is, in %j, %s', (id, row, link) => {
    expect(findReportLink({ id, ...row }, id, BASE)).toBe(link);
  });

  it.each<[why: string, value: unknown]>([
    ['on another host', 'https://other.example/reports/7'],
    ['on another port', 'https://host.example:8443/reports/7'],
    ['by another scheme', 'http://host.example/reports/7'],
    ['without a scheme', '//host.example/reports/7'],
    ['a path alone', '/reports/7'],
    ['no web address', 'javascript:location="https://host.example/reports/7"'],
    ['with user info', 'https://host.example@host.example/reports/7'],
    ['under the API', 'https://host.example/api/v1/reports/7'],
    ["under the base URL's API", `${BASE}/api/v1/reports/7`],
    ['under the API with doubled slashes', 'https://host.example//api//v1/reports/7'],
    ["under the base URL's API with doubled slashes", `${BASE}//api/v1/reports/7`],
    ['under the API in capitals', 'https://host.example/API/v1/reports/7'],
    ['under the API in escapes', 'https://host.example/%61pi/v1/reports/7'],
    ['the API with a query', 'https://host.example/api?report=7'],
    ['for deleting it', 'https://host.example/reports/7/delete'],
    ['for deleting it, in capitals', 'https://host.example/reports/7/DELETE/'],
    ['for deleting it, with the id last', 'https://host.example/delete.php?id=7'],
    ['for deleting it, by two words', 'https://host.example/reports/deleteReport/7'],
    ['for deleting it, by the query', 'https://host.example/reports/7?do=delete'],
    ["for deleting it, by a parameter's name", 'https://host.example/reports?delete=7'],
    ['for editing it', 'https://host.example/reports/7/edit'],
    ['of a report whose id is longer', 'https://host.example/reports/77'],
    ['with the id as a part of a segment', 'https://host.example/reports/report-7'],
    ['with the id in the fragment', 'https://host.example/reports#7'],
    ["with the id as a parameter's name", 'https://host.example/reports?7=x'],
    ['badly encoded', 'https://host.example/%E0%A4%A/70'],
    ['too long', `https://host.example/7?${'x'.repeat(2_000)}`],
    ['two levels down', { links: { page: { href: 'https://host.example/reports/7' } } }],
    ['no text', 7],
    ['nothing', null],
  ])('is none that is %s', (_, value) => {
    expect(findReportLink({ id: 7, value }, '7', BASE)).toBeNull();
    expect(findReportLink({ id: 7, links: { value } }, '7', BASE)).toBeNull();
  });

  it('is never the address that was analysed, wherever that stands', () => {
    const url = 'https://host.example/pages/7';
    expect(findReportLink({ id: 7, url }, '7', BASE)).toBeNull();
    expect(findReportLink({ id: 7, url, canonical: url, page: { url } }, '7', BASE)).toBeNull();
  });

  it('is a web address of the service or none, whatever the answer holds', () => {
    const address = fc.webUrl({ authoritySettings: {}, withQueryParameters: true });
    const value = fc.oneof(fc.jsonValue(), address, fc.constantFrom(`${BASE}/r/7`, '7'));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (row) => {
        const link = findReportLink(row, '7', BASE);
        if (link !== null) expect(link).toMatch(/^https:\/\/host\.example\/.*7/);
      }),
    );
  });
});

describe('reading the Report link field', () => {
  it.each([
    ['', ''],
    ['  ', ''],
    ['https://host.example/reports/{id}', 'https://host.example/reports/{id}'],
    [' https://HOST.example/r/{id}/ ', 'https://host.example/r/{id}/'],
    ['host.example/r/{id}', 'https://host.example/r/{id}'],
    ['host.example:443/r/{id}', 'https://host.example/r/{id}'],
    ['https://host.example/show?report={id}&tab=1', 'https://host.example/show?report={id}&tab=1'],
    ['https://host.example/r-{id}.html#top', 'https://host.example/r-{id}.html#top'],
    ['https://host.example/{id}/{id}', 'https://host.example/{id}/{id}'],
    ['https://host.example/r/%7Bid%7D', 'https://host.example/r/{id}'],
    ['https://host.example/r/{ID}', 'https://host.example/r/{id}'],
    ['https://host.example/größe/{id}', 'https://host.example/gr%C3%B6%C3%9Fe/{id}'],
  ])('reads %j as %j, and that as the same again', (text, value) => {
    expect(readReportLink(text, BASE)).toEqual({ value });
    expect(readReportLink(value, BASE)).toEqual({ value });
  });

  it.each([
    ['/reports/{id}', 'notAbsolute'],
    ['two words {id}', 'notAbsolute'],
    ['https://', 'notAbsolute'],
    ['javascript:alert({id})', 'notWeb'],
    ['ftp://host.example/{id}', 'notWeb'],
    ['https://host.example/reports', 'noId'],
    ['https://host.example/reports/id', 'noId'],
    ['https://host.example/#/reports/{id}', 'noId'],
    ['https://host.example/{id}#{id}', 'noId'],
    ['https://{id}.host.example/', 'noId'],
    ['https://{id}.host.example/{id}', 'noId'],
    ['https://host.example/{id}/..', 'noId'],
    ['{id}', 'noId'],
    ['https://{id}@host.example/{id}', 'userInfo'],
    ['https://someone:secret@host.example/{id}', 'userInfo'],
    ['https://other.example/r/{id}', 'otherOrigin'],
    ['http://host.example/r/{id}', 'otherOrigin'],
    ['https://host.example:8443/r/{id}', 'otherOrigin'],
  ])('finds %j %s', (text, problem) => {
    expect(readReportLink(text, BASE)).toEqual({ problem });
  });

  it('takes http for this computer', () => {
    expect(readReportLink('localhost:8000/r/{id}', 'http://localhost:8000')).toEqual({
      value: 'http://localhost:8000/r/{id}',
    });
  });

  it('takes any origin while no service is connected', () => {
    const value = 'https://other.example/r/{id}';
    expect(readReportLink(value, undefined)).toEqual({ value });
  });
});

describe('the link of a report', () => {
  const template = 'https://host.example/r/{id}?of={id}';
  const linkOf = (id: string, text = template) => reportLink(sampleReport(id), text, BASE);

  it('is the one that the service gave, before that of the preferences', () => {
    const link = 'https://host.example/reports/seven';
    expect(reportLink(sampleReport('7', { link }), template, BASE)).toBe(link);
    expect(reportLink(sampleReport('7', { link }), '', BASE)).toBe(link);
  });

  it.each([
    ['7', '7'],
    ['5e0c0ffe-0000-4000-8000-000000000001', '5e0c0ffe-0000-4000-8000-000000000001'],
    ['a/b', 'a%2Fb'],
    ['../../x', '..%2F..%2Fx'],
    ['a b?c=d&e#f', 'a%20b%3Fc%3Dd%26e%23f'],
    ['größe', 'gr%C3%B6%C3%9Fe'],
    ['%2e%2e', '%252e%252e'],
    ['$&', '%24%26'],
    ['{id}', '%7Bid%7D'],
    ['\ud800', '%EF%BF%BD'],
  ])('has the id %j as %s', (id, encoded) => {
    expect(linkOf(id)).toBe(`https://host.example/r/${encoded}?of=${encoded}`);
  });

  it.each([
    ['.', template],
    ['..', template],
    ['.', 'https://host.example/r/.{id}'],
    ['7', ''],
    ['7', 'https://other.example/r/{id}'],
    ['7', 'https://host.example/r'],
    ['7', 'no address'],
  ])('is none for the id %j and the template %j', (id, text) => {
    expect(linkOf(id, text)).toBeNull();
  });

  it('is on the origin of the service, in the path of the template, for any id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (id) => {
        const link = linkOf(id, 'https://host.example/reports/{id}/open');
        if (link !== null)
          expect(link).toMatch(/^https:\/\/host\.example\/reports\/[^/?#]+\/open$/);
      }),
    );
  });
});

describe('the preference', () => {
  it.each([
    [{ defaultPrivacy: 0 }, ''],
    [{ defaultPrivacy: 0, reportLink: 7 }, ''],
    [{ defaultPrivacy: 0, reportLink: 'https://host.example/{id}' }, 'https://host.example/{id}'],
  ])('is read from %j as %j', (stored, reportLink) => {
    expect(Preferences.parse(stored)).toMatchObject({ defaultPrivacy: 0, reportLink });
  });
});
