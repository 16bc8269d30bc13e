import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { publishingRisks } from '@/lib/model/publishing-risk';

const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
const HEX = '9f86d081884c7d659a2feaa0c55ad015';
const BASE64 = 'hQ3vY7_kTz0Lw9RmXe2-JbN5uFcGpD8sA1iOqKyV4tE';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const UUID = '9f86d081-884c-4d65-9a2f-eaa0c55ad015';

describe('ordinary addresses', () => {
  it.each([
    'https://host.example/',
    'https://host.example/en-GB/about-us/',
    'https://host.example/products/blue-suede-shoes-size-42',
    'https://host.example/products/507f1f77bcf86cd799439011',
    'https://host.example/p/9780141036144?variant=41234567890123456789',
    'https://host.example/shoes?color=dark-blue&size=10.5&sort=price-asc&page=2',
    'https://host.example/search?q=how+to+reset+a+password&lang=de',
    'https://host.example/list?password=0&token=false&otp=off&jwt=none',
    'https://host.example/voucher?code=X7G2K9PL3Q',
    'https://host.example/magic-cards/x7Gh2kLm',
    'https://host.example/wiki/HowToDoItInAnHourOrSoIfYouUseIt',
    'https://host.example/sale?code=SUMMER2024&ref=newsletter&source=home',
    'https://host.example/checkout?code=90210&state=CA',
    'https://host.example/search?pass=weekend&session=spring-2024&key=c-major',
    'https://host.example/ski?pass=2-day&session=2024-05-01T10:00&ticket=early-bird',
    'https://host.example/list?sort_key=price&keyword=token&author=ann&passengers=2',
    'https://host.example/list?session=12&sid=4711&key=name&reset=1&auth=google&invite=true',
    'https://host.example/agenda?session=wwdc2024&ticket=ABC-1234&key=20240501T100000Z',
    'https://host.example/swap?token=ETH&max_tokens=256',
    'https://host.example/login?next=%2Faccount%2Forders%3Fpage%3D2',
    'https://host.example/login?continue=https%3A%2F%2Fhost.example%2Fa%3Fb%3Dc',
    'https://host.example/forgot-password',
    'https://host.example/reset-password/',
    'https://host.example/password/reset',
    'https://host.example/password_reset?password_reset=true&token=',
    'https://host.example/invite/friends',
    'https://host.example/verify/email',
    'https://host.example/docs/authentication/tokens/refresh-tokens',
    'https://host.example/docs/api/secret/rotation#session-keys',
    'https://host.example/session/BRK204',
    'https://host.example/ticket/12345678',
    'https://host.example/keys/abc123',
    'https://host.example/2024/05/01/the-secret-life-of-bees',
    'https://host.example/news/world-europe-68901234?utm_source=hQ3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1',
    `https://host.example/?fbclid=IwAR0${BASE64}&gclid=Cj0KCQ${BASE64}&_ga=2.1234.567`,
    'https://host.example/a?_gl=1*abc123*_ga*MTIzNDU2Nzg5MC4xNzAwMDAwMDAw*_ga_XYZ*MTcwMDAwMDAwMC4x',
    `https://host.example/events/${UUID}`,
    `https://host.example/item?id=${UUID}`,
    `https://host.example/iphone-15-pro-max-256gb-${UUID}`,
    `https://host.example/style.css?v=${HEX}`,
    `https://host.example/org/repo/commit/${HEX}01234567#diff`,
    'https://host.example/donaudampfschifffahrtsgesellschaftskapitän',
    'https://host.example/acer-aspire-5-a515-58m-57xy-i5-13420h-16gb-512gb-ssd-15-6-fhd-win11',
    'https://host.example/api/CanvasRenderingContext2D/AbstractSingletonProxyFactoryBean',
    'https://host.example/compare?ids=B07XJ8C8F7,B08N5WRWNW,B09G9FPHY6,B0BDHWDR12',
    'https://host.example/a-very-long-readable-slug-about-search-engine-optimisation-in-2024-part-2',
    'https://host.example/search?q=shoes&_pos=1&_sid=3f2a9b1c1&_ss=r',
    'https://host.example/list?pageToken=CAUQAA&date=2024-05-01&time=10:00:00',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf&t=42s',
    'https://www.youtube.com/channel/UCX6OQ3DkcsbYNE6H8uQQuVA',
    'https://www.youtube.com/@someone/videos',
    'https://www.google.com/maps/place/Eiffel+Tower/@48.8583701,2.2944813,17z/data=!3m1!4b1!4m6!3m5!1s0x47e66e2964e34e2d:0x8ddca9ee380ef7e0!8m2!3d48.8583701!4d2.2944813!16zL20vMDJqODE?entry=ttu&g_ep=EgoyMDI0MDkxMS4wIKXMDSoASAFQAw%3D%3D',
    'https://www.google.com/search?q=seo&sca_esv=1a2b3c4d5e6f7a8b&ei=hQ3vY7kTz0Lw9RmXe2JbN5uF&ved=0ahUKEwjhQ3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA&gs_lp=Egxnd3Mtd2l6LXNlcnAiA3NlbzIKEAAYgAQYQxiKBTIK',
    'https://www.bing.com/search?q=seo&cvid=9F86D081884C7D659A2FEAA0C55AD015&form=QBLH',
    'https://www.amazon.example/Blue-Shoes/dp/B07XJ8C8F7/ref=sr_1_3?crid=2M096C61O4MLT&dib=eyJ2IjoiMSJ9.hQ3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1.Xe2JbN5uFcGpD8sA1iOqKyV4tE&dib_tag=se&qid=1714550000&sr=8-3&th=1',
    `https://hub.docker.example/layers/node/20/images/sha256-${HEX}${HEX}`,
    'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC?si=3f2a9b1c1d2e3f4a',
    'https://medium.com/@someone/ten-things-about-titles-3f2a9b1c1d2e',
    'https://www.facebook.com/someone/posts/pfbid02hQ3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1iOqKyV4tE',
    'https://stackoverflow.com/questions/12345678/what-is-an-access-token-and-a-secret-key',
    'https://en.wikipedia.org/w/index.php?title=Session_(computer_science)&oldid=1234567890',
    'https://web.archive.org/web/20240501000000/https://host.example/page',
    'https://unpkg.com/react@18.2.0/umd/react.production.min.js',
    'https://host.example/npm/core@1.2.3-beta.next/docs',
    'https://host.example/npm/core@v2.7.14.min.js',
    'https://host.example/npm/core@latest.min.js',
    'https://host.example/img/Logo@Large.PNG',
    'https://host.example/@scope/package@latest/docs',
    'https://host.example/img/icon@2x.png',
    'https://host.example/img/logo@large.png',
    'https://mastodon.example/@someone@social.example/112345678901234567',
    'https://www.flickr.com/photos/12345678@N00/',
    'https://host.example/clone?url=git@code.example:org/repo.git',
    'https://someone:secret@host.example/',
    'https://8.8.8.8/',
    'https://172.32.0.1/',
    'https://100.128.0.1/',
    'https://192.169.1.1/',
    'https://[2001:db8::1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://localhost.example/',
    'https://internal.host.example/',
    'https://test-host.example/',
    'https://at.test.example/',
    'https://facebookwkhpilnemxj7asaniu7vnjjbiltxjqhye3mhbshg7kx5tfyd.onion/',
  ])('raise no alarm: %s', (url) => {
    expect(publishingRisks(url)).toEqual([]);
  });
});

describe('addresses with a secret', () => {
  it.each([
    'https://host.example/?token=abc123',
    'https://host.example/?token=482913',
    'https://host.example/?token=secret-word',
    'https://host.example/?access_token=abc',
    'https://host.example/?accessToken=abc',
    'https://host.example/?id_token=abc&x=1',
    'https://host.example/?refresh-token=abc',
    'https://host.example/?user%5Btoken%5D=abc',
    'https://host.example/?authToken=abc',
    'https://host.example/?csrfmiddlewaretoken=abc',
    'https://host.example/?Authorization=Bearer+abc',
    'https://host.example/?auth=a1b2c3',
    'https://host.example/?session=abc123',
    'https://host.example/?sessionKey=x7Gh2kLm',
    'https://host.example/?session_id=3f2a9b1c',
    'https://host.example/?sessionid=x7Gh2kLm',
    'https://host.example/?sid=3f2a9b1c1d2e',
    'https://host.example/?PHPSESSID=abc',
    'https://host.example/page;jsessionid=1A2B3C?x=1',
    'https://host.example/page;JSESSIONID=abc',
    'https://host.example/?ASPSESSIONIDQQBCTRSS=abc',
    'https://host.example/?sig=abc&sv=2022-11-02',
    'https://host.example/?X-Amz-Signature=abc&X-Amz-Expires=300',
    'https://host.example/?X-Goog-Credential=ann%2F20240501',
    'https://host.example/?hmac=abc',
    'https://host.example/?key=AIzaSyD-9tSrke72PouQMnMX',
    'https://host.example/?key=abc123',
    'https://host.example/?key=abcdefghijklmnopqrst',
    'https://host.example/?api_key=demo',
    'https://host.example/?apikey=demo',
    'https://host.example/?client_secret=demo',
    'https://host.example/?password=hunter',
    'https://host.example/?user=ann&passwd=x',
    'https://host.example/?pwd=x',
    'https://host.example/?pass=hunter2',
    'https://host.example/?newPassword2=x',
    'https://host.example/?otp=123456',
    'https://host.example/?sms_code=1234',
    'https://host.example/?verification_code=123456',
    'https://host.example/?code=3f2a9b1c1d2e3f4a5b6c&state=xyz',
    'https://host.example/?code=4%2F0AX4XfWhQ3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1',
    `https://host.example/?jwt=${JWT}`,
    `https://host.example/?x=${JWT}`,
    `https://host.example/view/${JWT}`,
    'https://host.example/view/eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.',
    `https://host.example/#${JWT}`,
    'https://host.example/?invite=x7Gh2k',
    'https://host.example/?invite=AB12CD',
    'https://host.example/invite/x7Gh2kLm',
    'https://host.example/magic-link/x7Gh2kLm',
    'https://host.example/reset-password/3f2a9b1c',
    `https://host.example/users/password/reset/${UUID}`,
    `https://host.example/?confirm=${UUID}`,
    `https://host.example/?unsubscribe=${UUID}`,
    `https://host.example/auth/${UUID}/`,
    'https://host.example/?ticket=ST-1856339-aA5Yuvrxzpv8Tau1cYQ7',
    'https://host.example/?_wpnonce=3f2a9b1c1d',
    'https://host.example/?magic=x7Gh2kLm',
    'https://host.example/?reset_key=x7Gh2kLm',
    `https://host.example/?x=${HEX}`,
    'https://host.example/?x=hQ3vY7kTz0Lw9Rm-bcdfghjk',
    `https://host.example/?x=${BASE64}`,
    `https://host.example/?${BASE64}`,
    `https://host.example/s/${BASE64}/`,
    `https://host.example/s/${HEX}`,
    'https://host.example/page%3Btoken%3Dabc',
    `https://host.example/a%2F${HEX}`,
    'https://host.example/(S(lit3py55t21z5v55vlm25s55))/page.aspx',
    'https://docs.google.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit',
    'https://host.example/#access_token=abc&token_type=bearer',
    'https://host.example/#state=xyz&id_token=abc',
    'https://host.example/#/reset?token=abc',
    `https://host.example/#/reset/${UUID}`,
    'https://host.example/login?next=%2Fcallback%3Ftoken%3Dabc',
    'https://host.example/login?next=https%3A%2F%2Fother.example%2F%3Fpassword%3Dabc',
    'https://host.example/proxy?url=https%3A%2F%2Fann%3Asecret%40intranet%2F',
    'https://host.example/a?b=1&&=&%E4=x&token=abc',
  ])('raise the alarm: %s', (url) => {
    expect(publishingRisks(url)).toContain('secret');
  });
});

describe('addresses with an e-mail address', () => {
  it.each([
    'https://host.example/?email=ann@host.example',
    'https://host.example/?email=ann%40host.example',
    'https://host.example/?email=ann%2540host.example',
    'https://host.example/?q=write+to+ann.lee%2Bnews@mail.host.example+today',
    'https://host.example/users/ann@host.example/edit',
    'https://host.example/users/ann%40host.example',
    'https://host.example/mailto:ann@host.example',
    'https://host.example/unsubscribe/ann_lee-3@host.co.uk?x',
    'https://host.example/#/users/ann@host.example',
    'https://host.example/?u=m%C3%BCller@b%C3%BCcher.example',
    'https://host.example/?u=m%FCller%40host.example',
    'https://host.example/?u=ann@xn--bcher-kva.xn--p1ai',
    'https://host.example/?utm_content=ann%40host.example',
    'https://host.example/?u=ann@host.example.&v=1',
  ])('raise the alarm: %s', (url) => {
    expect(publishingRisks(url)).toEqual(['e-mail']);
  });
});

describe('local addresses', () => {
  it.each([
    ...['http://localhost:3000/', 'http://localhost./', 'https://app.localhost/'],
    ...[
      'http://printer.local/',
      'http://wiki.internal/',
      'http://nas.lan/',
      'http://tv.home.arpa/',
    ],
    ...['https://shop.test/', 'https://SHOP.Test./', 'http://intranet/', 'http://wiki.corp/'],
    ...['http://127.0.0.1/', 'http://127.1/', 'http://0x7f.1/', 'http://2130706433/', 'http://0/'],
    ...['http://10.0.0.1/', 'http://172.16.0.1/', 'http://172.31.255.255/', 'http://192.168.1.1/'],
    ...['http://169.254.169.254/', 'http://100.64.0.1/', 'http://100.127.255.255/'],
    ...['http://[::1]:3000/', 'http://[::]/', 'http://[fd00::1]/', 'http://[fc12:3456::]/'],
    ...['http://[fe80::1]/', 'http://[febf::1]/', 'http://[::ffff:127.0.0.1]/'],
    ...['http://[::ffff:c0a8:101]/', 'http://[0:0:0:0:0:ffff:a00:1]/'],
  ])('raise the alarm: %s', (url) => {
    expect(publishingRisks(url)).toEqual(['local']);
  });

  it.each([
    'http://[fec0::1]/',
    'http://[2001:db8::fd00:1]/',
    'http://[64::1]/',
    'http://[::ffff:1:2:3]/',
    'http://172.15.0.1/',
    'http://100.63.0.1/',
    'http://169.253.0.1/',
    'http://11.0.0.1/',
    'http://1.127.0.1/',
    'https://my.notlocal/',
    'https://thelan.example/',
    'https://planlan.com/',
  ])('are not: %s', (url) => {
    expect(publishingRisks(url)).toEqual([]);
  });
});

describe('the risks of publishing', () => {
  it('come together, in one order', () => {
    expect(publishingRisks('http://localhost/?to=ann@host.example&token=abc')).toEqual([
      'secret',
      'e-mail',
      'local',
    ]);
  });

  it.each(['', 'token=abc', 'localhost', 'ann@host.example', 'chrome://newtab/?token=abc'])(
    'are none for %j, which cannot be sent',
    (text) => {
      expect(publishingRisks(text)).toEqual([]);
    },
  );

  it.each([
    ['hexadecimal digits', '0123456789abcdef', 32],
    ['lower-case letters and digits', 'abcdefghijklmnopqrstuvwxyz0123456789', 32],
    ['letters and digits', `${LETTERS}0123456789`, 24],
    ['base64url', `${LETTERS}0123456789-_`, 43],
  ])('are found in nearly all random %s', (_, alphabet, length) => {
    const texts = fc.sample(
      fc.string({
        unit: fc.constantFrom(...alphabet),
        minLength: length,
        maxLength: length,
        size: 'max',
      }),
      {
        seed: 1,
        numRuns: 1_000,
      },
    );
    const found = texts.filter((text) => publishingRisks(`https://host.example/?x=${text}`).length);
    expect(found.length).toBeGreaterThan(950);
  });

  it('are never found in slugs of words and numbers', () => {
    const piece = fc.oneof(
      fc.constantFrom('seo', 'guide', 'Search', 'iphone15', 'html5', '4k', 'session', 'covid19'),
      fc.nat().map(String),
    );
    const slug = fc.array(piece, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(slug, fc.constantFrom('-', '_', '+'), (pieces, separator) => {
        const text = pieces.join(separator);
        expect(publishingRisks(`https://host.example/${text}?q=${text}#${text}`)).toEqual([]);
      }),
    );
  });

  it('can be told for any text', () => {
    const part = fc.constantFrom(
      ...'?#&=/%@:;.[]- ',
      '%40',
      '%ff',
      'token',
      'eyJ',
      'http://',
      'a1',
    );
    const text = fc.string({ unit: fc.oneof(part, fc.string({ unit: 'binary' })) });
    fc.assert(
      fc.property(text, fc.boolean(), (rest, isWeb) => {
        const risks = publishingRisks(isWeb ? `https://host.example/${rest}` : rest);
        expect(
          ['secret', 'e-mail', 'local'].filter((risk) => risks.some((is) => is === risk)),
        ).toEqual(risks);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are told within the time limit for long hostile addresses', () => {
    const parts = [...'a@%/;=&A', 'a@', 'a.', 'a@a.', '%25', '%40', 'a1', 'eyJ', '?u=/'];
    for (const part of parts) {
      for (const start of ['', '?', '?a=/', '?u=', '?token', '#', 'eyJaaaaaa.eyJ', 'a@a.']) {
        publishingRisks(`https://host.example/${start}${part.repeat(50_000)}!`);
      }
    }
  });
});
