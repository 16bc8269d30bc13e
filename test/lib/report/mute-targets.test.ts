import { describe, expect, it } from 'vitest';
import type { FailedCheck } from '@/lib/report/importance';
import { muteTargets } from '@/lib/report/mute-targets';
import { isMuted, type Mute, mutesOfPages } from '@/lib/report/mutes';

const A = 'host.example/a';
const B = 'host.example/b';
const SHOP = 'shop.host.example/';
const WITHOUT_ADDRESS = 'id:5';

describe('muteTargets', () => {
  it('returns each page with its kinds of error', () => {
    expect(
      muteTargets('title', [
        { page: A, errors: ['too_long'] },
        { page: SHOP, errors: ['missing', 'length'] },
        { page: B },
      ]),
    ).toEqual([
      {
        check: 'title',
        pages: [
          { page: A, errors: ['too_long'] },
          { page: SHOP, errors: ['missing', 'length'] },
          { page: B, errors: null },
        ],
      },
    ]);
  });

  it('returns each host with the kinds of error of all its pages, for a check of hosts', () => {
    expect(
      muteTargets('sitemap', [
        { page: A, errors: ['failed'] },
        { page: B, errors: ['missing', 'failed'] },
        { page: SHOP, errors: ['failed'] },
      ]),
    ).toEqual([
      { check: 'sitemap', host: 'host.example', errors: ['failed', 'missing'] },
      { check: 'sitemap', host: 'shop.host.example', errors: ['failed'] },
    ]);
  });

  it('mutes all kinds of error of a host if the kinds on one page are unknown', () => {
    expect(muteTargets('http2', [{ page: A, errors: ['failed'] }, { page: B }])).toEqual([
      { check: 'http2', host: 'host.example', errors: null },
    ]);
  });

  it('returns the page instead of the host if the page has no address', () => {
    expect(muteTargets('sitemap', [{ page: WITHOUT_ADDRESS, errors: ['failed'] }])).toEqual([
      { check: 'sitemap', pages: [{ page: WITHOUT_ADDRESS, errors: ['failed'] }] },
    ]);
  });

  it('is empty without findings', () => {
    expect(muteTargets('title', [])).toEqual([]);
  });

  it.each(['title', 'sitemap'])('mutes each given finding of %s', (name) => {
    const findings = [
      { page: A, errors: ['one'] },
      { page: B, errors: ['two', 'three'] },
      { page: SHOP },
      { page: WITHOUT_ADDRESS, errors: ['one'] },
    ];
    const mutes = muteTargets(name, findings).map(
      (target, at): Mute => ({ ...target, id: `${at}`, at: '2026-11-20T10:00:00.000Z', note: '' }),
    );
    const ofPages = mutesOfPages(
      mutes,
      findings.map(({ page }) => page),
    );
    for (const [at, { errors }] of findings.entries()) {
      const check: FailedCheck = { name, importance: 'high', ...(errors && { errors }) };
      expect(isMuted(check, ofPages[at] ?? [])).toBe(true);
    }
  });
});
