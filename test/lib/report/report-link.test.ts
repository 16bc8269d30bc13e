import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findReportLink, readReportLink, reportLink } from '@/lib/report/report-link';
import { Preferences } from '@/lib/settings/preferences';
import { anyCharacter, anyWebAddress } from '../../support/any-text';
import { sampleReport } from '../../support/sample-report';

const BASE = 'https://host.example/s';

describe("the link in a service's answer", () => {
  const r = `${BASE}/r`;

  it.each<[id: string, row: object, link: string]>([
    ['7', { link: 'https://host.example/reports/7' }, 'https://host.example/reports/7'],
    ['7', { a: 'HTTPS://HOST.example:443/r/7/#top' }, 'https://host.example/r/7/#top'],
    ['7', { a: `${BASE}/show?report=7&tab=1` }, `${BASE}/show?report=7&tab=1`],
    ['7', { links: { page: `${r}/7` } }, `${r}/7`],
    ['7', { links: [`${r}/7`] }, `${r}/7`],
    ['7', { links: { self: `${BASE}/api/v1/reports/7`, page: `${r}/7` } }, `${r}/7`],
    // Addresses that end with the id come before those that go on behind it.
    ['7', { a: `${r}/7/history`, b: `${r}/7/` }, `${r}/7/`],
    ['7', { a: `${r}/7/history`, b: `${r}?id=7` }, `${r}?id=7`],
    ['7', { a: `${r}/7/history`, b: `${r}/7/summary` }, `${r}/7/history`],
    ['7', { delete_url: `${r}/7/delete`, page: `${r}/7/show` }, `${r}/7/show`],
    ['7', { page: `${BASE}/share/7` }, `${BASE}/share/7`],
    ['7', { page: `${r}/7/how-to-delete-pages` }, `${r}/7/how-to-delete-pages`],
    ['7', { page: `${BASE}/updates/7?editor=me` }, `${BASE}/updates/7?editor=me`],
    ['Edit-7', { page: `${r}/Edit-7` }, `${r}/Edit-7`],
    ['a/b', { link: `${r}/a%2Fb` }, `${r}/a%2Fb`],
    ['5e-f', { link: `${r}/5e-f.html`, page: `${BASE}/5e-f` }, `${BASE}/5e-f`],
    ['größe', { link: `${r}/größe` }, `${r}/gr%C3%B6%C3%9Fe`],
    ['a b', { link: `${r}?id=a+b` }, `${r}?id=a+b`],
  ])('for the report %s in %j is %s', (id, row, link) => {
    expect(findReportLink({ id, ...row }, id, BASE)).toBe(link);
  });

  it.each<[why: string, value: unknown]>([
    ['on another host', 'https://other.example/reports/7'],
    ['by another scheme', 'http://host.example/reports/7'],
    ['without a scheme', '//host.example/reports/7'],
    ['no web address', 'javascript:location="https://host.example/reports/7"'],
    ['with user info', 'https://host.example@host.example/reports/7'],
    ['under the API', 'https://host.example/api/v1/reports/7'],
    ["under the base URL's API, with doubled slashes", `${BASE}//api//v1/reports/7`],
    ['under the API in capitals', 'https://host.example/API/v1/reports/7'],
    ['under the API in escapes', 'https://host.example/%61pi/v1/reports/7'],
    ['for deleting it, in capitals', 'https://host.example/reports/7/DELETE/'],
    ['for deleting it, with the id last', 'https://host.example/delete.php?id=7'],
    ['for deleting it, by two words', 'https://host.example/reports/deleteReport/7'],
    ['for deleting it, by the query', 'https://host.example/reports/7?do=delete'],
    ["for deleting it, by a parameter's name", 'https://host.example/reports?delete=7'],
    ['for editing it', 'https://host.example/reports/7/edit'],
    // What happens to data behind such links: jheising/HAPI#1, thybag/PJAX-Standalone#2.
    ['for archiving it', 'https://host.example/reports/7/archive'],
    ['for disabling it', 'https://host.example/reports/7/disable'],
    ['for deleting it, by its last word', 'https://host.example/reports/7/soft-delete'],
    ['for deleting it, by the last of two words', 'https://host.example/reports/7/reportDelete'],
    ['for sending it, by the query', 'https://host.example/reports/7?do=send'],
    ['of a report whose id is longer', 'https://host.example/reports/77'],
    ['with the id in the fragment', 'https://host.example/reports#7'],
    ["with the id as a parameter's name", 'https://host.example/reports?7=x'],
    ['badly encoded', 'https://host.example/%E0%A4%A/70'],
    ['too long', `https://host.example/7?${'x'.repeat(2_000)}`],
    ['two levels down', { links: { page: { href: 'https://host.example/reports/7' } } }],
    ['no text', 7],
    ['nothing', null],
  ])('is not taken if it is %s', (_, value) => {
    expect(findReportLink({ id: 7, value, links: { value } }, '7', BASE)).toBeNull();
  });

  it('is never the address that was analysed, in whatever field', () => {
    const url = 'https://host.example/pages/7';
    expect(findReportLink({ id: 7, url, canonical: url, page: { url } }, '7', BASE)).toBeNull();
  });

  it('is always on the origin of the service, whatever the answer holds', () => {
    const value = fc.oneof(fc.jsonValue(), anyWebAddress, fc.constantFrom(`${BASE}/r/7`, '7'));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (row) => {
        const link = findReportLink(row, '7', BASE) ?? 'https://host.example/7';
        expect(link).toMatch(/^https:\/\/host\.example\/.*7/);
      }),
    );
  });
});

describe('the Report link field', () => {
  it.each([
    ['  ', ''],
    [' https://HOST.example/r/{id}/ ', 'https://host.example/r/{id}/'],
    ['host.example:443/r/{id}', 'https://host.example/r/{id}'],
    ['https://host.example/show?report={id}&tab=1', 'https://host.example/show?report={id}&tab=1'],
    ['https://host.example/r-{id}.html#top', 'https://host.example/r-{id}.html#top'],
    ['https://host.example/r/%7Bid%7D', 'https://host.example/r/{id}'],
    ['https://host.example/r/{ID}', 'https://host.example/r/{id}'],
  ])('reads %j as %j, which it reads as itself again', (text, value) => {
    expect(readReportLink(text, BASE)).toEqual({ value });
    expect(readReportLink(value, BASE)).toEqual({ value });
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
    ['https://other.example/r/{id}', 'otherOrigin'],
    ['http://host.example/r/{id}', 'otherOrigin'],
    ['https://host.example:8443/r/{id}', 'otherOrigin'],
  ])('finds %j %s', (text, problem) => {
    expect(readReportLink(text, BASE)).toEqual({ problem });
  });

  it.each([
    ['http for this computer', 'localhost:8000/r/{id}', 'http://localhost:8000'],
    ['any origin while no service is connected', 'http://localhost:8000/r/{id}', undefined],
  ])('takes %s', (_, text, baseUrl) => {
    expect(readReportLink(text, baseUrl)).toEqual({ value: 'http://localhost:8000/r/{id}' });
  });

  it.each([
    [{ defaultPrivacy: 0 }, ''],
    [{ defaultPrivacy: 0, reportLink: 7 }, ''],
    [{ defaultPrivacy: 0, reportLink: 'https://host.example/{id}' }, 'https://host.example/{id}'],
  ])('is read from the preferences %j as %j', (stored, reportLink) => {
    expect(Preferences.parse(stored)).toMatchObject({ defaultPrivacy: 0, reportLink });
  });
});

describe('the link of a report', () => {
  const template = 'https://host.example/r/{id}?of={id}';
  const linkOf = (id: string, text = template) => reportLink(sampleReport(id), text, BASE);

  it('is the link given by the service, before the template of the preferences', () => {
    const link = 'https://host.example/reports/seven';
    expect(reportLink(sampleReport('7', { link }), template, BASE)).toBe(link);
    expect(reportLink(sampleReport('7', { link }), '', BASE)).toBe(link);
  });

  it.each([
    ['7', '7'],
    ['../../x', '..%2F..%2Fx'],
    ['a b?c=d&e#f', 'a%20b%3Fc%3Dd%26e%23f'],
    ['%2e%2e', '%252e%252e'],
    ['$&', '%24%26'],
    ['{id}', '%7Bid%7D'],
    ['\ud800', '%EF%BF%BD'],
  ])('has the id %j encoded as %s', (id, encoded) => {
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
  ])('does not exist for the id %j and the template %j', (id, text) => {
    expect(linkOf(id, text)).toBeNull();
  });

  it('stays on the origin of the service and in the path of the template, for any id', () => {
    const place = 'https://host.example/reports/{id}/open';
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (id) => {
        const link = linkOf(id, place) ?? place;
        expect(link).toMatch(/^https:\/\/host\.example\/reports\/[^/?#]+\/open$/);
      }),
    );
  });
});
