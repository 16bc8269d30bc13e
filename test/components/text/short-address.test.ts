import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortAddress, shortAddresses } from '@/components/text/short-address';

/** What is shown of each, in the order given. */
function shown(...addresses: string[]) {
  const short = shortAddresses(addresses, { room: 40 });
  return addresses.map((address) => {
    const { host, path } = short.get(address) ?? { host: 'missing', path: '' };
    return [host, path];
  });
}

describe('an address in a row', () => {
  it('is shown as host and path without scheme, or whole if it is no web address', () => {
    const web = ['https://museum.example/visit', 'http://trails.example:8080/'];
    expect(shown(...web, 'mailto:a@b.example')).toEqual([
      ['museum.example', '/visit'],
      ['trails.example:8080', '/'],
      ['', 'mailto:a@b.example'],
    ]);
  });

  it('shows no bold host where user info imitates a host', () => {
    const pretending = ['https://bank.example@evil.example/', 'http://a.example:1@evil.example'];
    expect(shown(...pretending)).toEqual(pretending.map((address) => ['', address]));
    const alone = pretending.map((address) => shortAddress(address, { room: 40 }));
    expect(alone).toEqual(pretending.map((path) => ({ host: '', path })));
  });

  it('loses www., and keeps http:// beside its https twin with or without www.', () => {
    const twins = ['http://www.shop.example/a', 'https://shop.example/a'];
    expect(shown(...twins, 'https://www.example/', 'https://WWW.trails.example/?q=www.')).toEqual([
      ['http://shop.example', '/a'],
      ['shop.example', '/a'],
      ['www.example', '/'],
      ['trails.example', '/?q=www.'],
    ]);
  });

  it('keeps http:// beside the same address with https', () => {
    const twins = ['http://shop.example/a', 'https://shop.example/a', 'http://shop.example/b'];
    expect(shown(...twins)).toEqual([
      ['http://shop.example', '/a'],
      ['shop.example', '/a'],
      ['shop.example', '/b'],
    ]);
  });

  it('keeps http:// when it is shown alone, and drops https://', () => {
    const hosts = ['http://shop.example/a', 'https://shop.example/a', 'mailto:a@b.example'].map(
      (address) => shortAddress(address, { room: 40 }).host,
    );
    expect(hosts).toEqual(['http://shop.example', 'shop.example', '']);
  });

  it('shows foreign letters, and cuts tracking parameters before the page name', () => {
    const tracked = `https://shop.example/walnut-loaf?utm_source=${'newsletter-'.repeat(4)}`;
    const foreign = 'https://xn--bcher-kva.example/stra%C3%9Fe?utm_source=mail';
    expect(shown(tracked, foreign)).toEqual([
      ['shop.example', '/walnut-loaf'],
      ['bücher.example', '/straße?utm_source=mail'],
    ]);
  });

  it('keeps the path segment in which it differs from other rows', () => {
    const start = 'https://clinic.example/en/services/physiotherapy';
    expect(shown(`${start}/back-pain`, `${start}/back-school`, `${start}/knees`)).toEqual([
      ['clinic.example', '/en/services/…/back-pain'],
      ['clinic.example', '/en/service…/back-school'],
      ['clinic.example', '/en/services/phys…/knees'],
    ]);
  });

  it('keeps the value of the parameter in which it differs from other rows', () => {
    const start = 'https://shop.example/collections/everything?sort=price&page';
    expect(shown(`${start}=1`, `${start}=2`)).toEqual([
      ['shop.example', '/collections/everything…=1'],
      ['shop.example', '/collections/everything…=2'],
    ]);
  });

  it('keeps the page name where rows differ in the query alone', () => {
    const pages = ['linen', 'wool'].flatMap((kind) =>
      [1, 2].map(
        (page) => `https://shop.example/women/summer/coats-of-${kind}?sort=price&page=${page}`,
      ),
    );
    expect(shown(...pages).map(([, path]) => path)).toEqual([
      '/women/…/coats-of-linen…=1',
      '/women/…/coats-of-linen…=2',
      '/women/s…/coats-of-wool…=1',
      '/women/s…/coats-of-wool…=2',
    ]);
  });

  it('keeps start and end of a long segment in which it differs from another row', () => {
    const spring = 'https://trails.example/guides/seven-days-along-the-coast-in-spring';
    const autumn = 'https://trails.example/guides/seven-days-along-the-coast-in-autumn';
    expect(shown(spring, autumn)).toEqual([
      ['trails.example', '/…/seven-…oast-in-spring'],
      ['trails.example', '/…/seven-…oast-in-autumn'],
    ]);
  });

  it('depends on the first thousand characters of the address alone', () => {
    const address = `https://trails.example/?${'page&'.repeat(5_000)}end`;
    const { path } = shortAddress(address, { room: 40 });
    expect(path).toBe(shortAddress(address.slice(0, 1_000), { room: 40 }).path);
  });

  it('keeps the name of the page before a long query', () => {
    const coat = 'https://shop.example/women/summer/wool-coat?color=sand&size=m&sort=price';
    const forum = 'http://trails.example:8080/Forum/board/7/viewtopic.php?t=481&start=60';
    const map = 'https://trails.example/alps/three-lakes/map?zoom=12&layer=contours#summit';
    const list = 'https://trails.example/alps/three-lakes';
    const video = 'https://video.example/watch?v=8aTjR1gyZ6c&list=PL1234567890&index=7';
    const pages = ['a', 'b'].map(
      (page) => `https://trails.example/long-part-of/${page}/a-longer-name?p=${page}`,
    );
    const languages = ['en', 'it'].map(
      (language) => `https://${'h'.repeat(22)}/${language}/a-very-long-name?p=1`,
    );
    expect(shown(coat, forum, map, list, video, ...pages, ...languages)).toEqual([
      ['shop.example', '/women/summer/wool-coat…'],
      ['trails.example:8080', '/For…viewtopic.php…'],
      ['trails.example', '/…/three-lakes/map…ummit'],
      ['trails.example', '/alps/three-lakes'],
      ['video.example', '/watch?v=8…567890&index=7'],
      ['trails.example', '/lo…/a/a-longer-name?p=a'],
      ['trails.example', '/lo…/b/a-longer-name?p=b'],
      ['h'.repeat(22), '/en/…-long-name…'],
      ['h'.repeat(22), '/it/…-long-name…'],
    ]);
  });

  it('keeps the host whole, and cuts the path to the room that is left', () => {
    const [[host, path] = []] = shown(`https://shop.millbakery.example/${'x'.repeat(50)}`);
    expect(host).toBe('shop.millbakery.example');
    expect(path).toHaveLength(16);
  });

  it('keeps start and end of its last segment where there is little room', () => {
    const start = 'https://www.town-works-of-a-small-town.example/blog';
    expect(shown(`${start}/garden-furniture-care`, `${start}/greener-roofs`)).toEqual([
      ['town-works-of-a-small-town.example', '/…/gar…ture-care'],
      ['town-works-of-a-small-town.example', '/…/greener-roofs'],
    ]);
  });

  it('keeps 16 characters of its path beside a host that fills the row', () => {
    const long = `${'long.'.repeat(20)}example`;
    const [[host, path] = []] = shown(`https://${long}/${'x'.repeat(500)}-end`);
    expect(host).toBe(long);
    expect(path).toMatch(/^\/xxx…x{7}-end$/);
  });

  it('is never cut within a character', () => {
    const paths = Array.from({ length: 4 }, (_, shift) => `${'x'.repeat(shift)}${'😀'.repeat(60)}`);
    const cut = paths.flatMap((path) => shown(`https://host.example/${path}`));
    expect(cut.filter(([, path = '']) => !path.isWellFormed())).toEqual([]);
  });

  it.each(['x', '/', 'x/', '.', '%', '%25', 'xn--', '&', '='])(
    'is cut in time if it is 100,000 characters of %j',
    (part) => {
      const long = part.repeat(100_000 / part.length);
      for (const start of ['', '?', '#', '?q=1#']) {
        const [[, path = ''] = []] = shown(`https://host.example/${start}${long}end`);
        expect(path.length).toBeLessThanOrEqual(40);
      }
    },
  );

  it('fits its row beside any host, and keeps its start and, without a query, its end', () => {
    const part = fc.constantFrom(
      'a',
      'bb',
      'shop',
      'item-1',
      'item-2',
      'a-rather-long-name',
      '?q=1',
      '#top',
    );
    const path = fc.array(part).map((parts) => parts.join('/'));
    const sizes = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(sizes, fc.uniqueArray(path, { minLength: 1 }), (size, paths) => {
        const site = 'h'.repeat(size);
        const room = Math.max(16, 40 - Math.ceil(size * 1.1));
        const addresses = paths.map((one) => `https://${site}/${one}`);
        for (const [index, [host, text = '']] of shown(...addresses).entries()) {
          expect(host).toBe(site);
          expect(text.length).toBeLessThanOrEqual(room);
          expect(text).not.toContain('……');
          const parts = text.split('…');
          const whole = addresses[index] ?? '';
          expect(whole.startsWith(`https://${site}${parts[0]}`)).toBe(true);
          expect(whole.endsWith(parts.at(-1) ?? '')).toBe(true);
          if (!/[?#]/.test(whole)) expect(parts.at(-1)).not.toBe('');
        }
      }),
    );
  });
});
