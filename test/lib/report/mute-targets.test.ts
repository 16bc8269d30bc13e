import { describe, expect, it } from 'vitest';
import type { FailedCheck } from '@/lib/report/importance';
import { muteTargets } from '@/lib/report/mute-targets';
import { isMuted, type Mute, mutesOfPages } from '@/lib/report/mutes';

const A = 'host.example/a';
const B = 'host.example/b';
const SHOP = 'shop.host.example/';
const WITHOUT_ADDRESS = 'id:5';

describe('muteTargets', () => {
  it('names each page with the kinds of error that fail there', () => {
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

  it('names each host of a check of the host, with all its kinds of error', () => {
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

  it('names the page itself if it has no address', () => {
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
