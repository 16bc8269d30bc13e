const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
const HEX = '9f86d081884c7d659a2feaa0c55ad015';
const BASE64 = 'hQ3vY7_kTz0Lw9RmXe2-JbN5uFcGpD8sA1iOqKyV4tE';
const UUID = '9f86d081-884c-4d65-9a2f-eaa0c55ad015';

// Invented addresses, for each rule of `publishingRisks`. `product-addresses.ts` has addresses of real products.

/** Splits a text into addresses. A path without a host gets an invented host. */
function addresses(text: string): string[] {
  const words = text.trim().split(/\s+/);
  return words.map((word) => (word.startsWith('/') ? `https://host.example${word}` : word));
}

/** Each address contains an invented secret. */
export const SECRET_ADDRESSES = addresses(`
  /?token=secret-word /?accessToken=abc /?user%5Btoken%5D=abc /?csrfmiddlewaretoken=abc
  /?Authorization=Bearer+abc /?auth=a1b2c3 /?access=148bqccfw3 /?api_key=demo /?client_secret=demo
  /?key=abc123 /?key=abcdefghijklmnopqrst /?reset_key=x7Gh2kLm /?invite=x7Gh2k /?confirm=${UUID}
  /?sessionKey=x7Gh2kLm /?session_id=3f2a9b1c /?sid=3f2a9b1c1d2e /?connect.sid=s%3ACs92.TZGLEn
  /?PHPSESSID=abc /?ASPSESSIONIDQQBCTRSS=abc /page;jsessionid=1A2B3C?x=1 /page%3Btoken%3Dabc
  /?sig=abc&sv=2022-11-02 /?X-Amz-Signature=abc&X-Amz-Expires=300 /?hmac=abc /?_wpnonce=3f2a9b1c1d
  /?password=hunter /?pwd=x /?newPassword2=x /?pass=sommer /?pw=4711 /?id=99&passwd=yerr7yh5
  /?otp=123456 /?verification_code=123456 /?pin=8341 /?code=482913
  /?code=3f2a9b1c1d2e3f4a5b6c&state=xyz /?ticket=ST-1856339-aA5Yuvrxzpv8Tau1cYQ7

  /?x=${JWT} /view/${JWT} /#${JWT} /view/eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.
  /i/~eyJpZCI6NDgyMTMsInQiOiJtYWdpYyJ9~FsNBJr9NDPuDRBTaU4Tatg /?~link=Z30mtu45itCoBAEO0KJU5BlA
  /?x=hQ3vY7kTz0Lw9Rm-bcdfghjk /?x=${HEX} /a%2F${HEX} /?x=${BASE64} /s/${BASE64}/
  /(S(lit3py55t21z5v55vlm25s55))/page.aspx

  /invite/x7Gh2kLm /join/EhmDCJ_7cVG1h_eEMGmRLA /reset-password/3f2a9b1c /unsubscribe/${UUID}
  /users/password/reset/${UUID} /auth/${UUID}/ /account/verify/071944?lang=de /session/${HEX}/x

  /#access_token=abc&token_type=bearer /#/reset?token=abc /#/auth/${UUID}
  /login?next=%2Fcallback%3Ftoken%3Dabc /a?b=1&&=&%E4=x&token=abc
  /login?next=https%3A%2F%2Fother.example%2F%3Fpassword%3Dabc
  /proxy?url=https%3A%2F%2Fann%3Asecret%40intranet%2F
  https://someone:secret@host.example/ https://${HEX}.preview.example/

  https://sso.example/acs?SAMLResponse=KSO3e9Gd1S3lru1SkrAvTRuSKJ%2B4C0i59FILl9b356MTa0tiQC4J1rN
  https://docs.google.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit
  https://maps.example/api/js?key=AIzatZqskZMtYw3p-OE135xtuHLLwSRL2e3woY4
  https://cal.example/feed/private/8796cb86da8cdba731cea3ad0701a47f.ics
  https://app.slack.example/z-app-482913-r7qt4cr9-6fd14dd59129219081ebdddf0d853cf7040b31c2d44fb11682
`);

/** Each address contains an e-mail address. */
export const EMAIL_ADDRESSES = addresses(`
  /?email=ann@host.example /?email=ann%40host.example /?email=ann%2540host.example
  /?q=write+to+ann.lee%2Bnews@mail.host.example+today /#/users/ann@host.example
  /unsubscribe/ann_lee-3@host.co.uk?x /?u=m%C3%BCller@b%C3%BCcher.example /?u=ann@host.example.&v=1
  /?u=m%FCller%40host.example /?u=ann@xn--bcher-kva.xn--p1ai /?utm_content=ann%40host.example
`);

/** Each address leads into a private network. */
export const LOCAL_ADDRESSES = addresses(`
  http://localhost:3000/ http://localhost./ https://app.localhost/ http://intranet/ http://nas:5000/
  http://printer.local/ http://wiki.internal/ http://nas.lan/ http://tv.home.arpa/ http://wiki.corp/
  https://SHOP.Test./ http://fritz.box:8080/login.lua https://speedport.ip/html/login/index.html
  http://127.0.0.1/ http://127.1/ http://0x7f.1/ http://2130706433/ http://0/ http://10.0.0.1/
  http://172.16.0.1/ http://172.31.255.255/ http://192.168.1.1/ http://169.254.169.254/
  http://100.64.0.1/ http://100.127.255.255/ http://[::1]:3000/ http://[::]/ http://[fd00::1]/
  http://[fc12:3456::]/ http://[fe80::1]/ http://[febf::1]/ http://[::ffff:127.0.0.1]/
  http://[64:ff9b::a00:1]/ http://[64:ff9b:1::1]/ http://[2002:7f00:1::]/ http://[::10.0.0.1]/
  http://10-0-0-1.nip.io/ https://app-192-168-4-20.sslip.io/ http://ip-10-0-0-1.host.example/
  http://x.192.168.1.4.names.example/ http://[::ffff:c0a8:101]/ http://[64:ff9b::c0a8:101]/
  http://[2002:c0a8:0101::1]/
`);

/** Each address is publishable, and resembles an address of the other lists. */
export const HARMLESS_ADDRESSES = addresses(`
  / /products/507f1f77bcf86cd799439011 /p/9780141036144?variant=41234567890123456789
  /list?password=0&token=false&otp=off&jwt=none /password_reset?password_reset=true&token=
  /search?q=how+to+reset+a+password /search?pass=weekend&session=spring-2024&key=c-major
  /ski?pass=2-day&session=2024-05-01T10:00&ticket=early-bird /lift?pass=day&zone=2
  /list?sort_key=price&keyword=token&author=ann&passengers=2 /swap?token=ETH&max_tokens=256
  /list?session=12&sid=4711&key=name&reset=1&auth=google&invite=true /zimmer?zip=10115&pin=false
  /agenda?session=wwdc2024&ticket=ABC-1234&key=20240501T100000Z /blz?code=10010010
  /voucher?code=X7G2K9PL3Q /sale?code=SUMMER2024&ref=newsletter /status?code=404
  /checkout?code=90210&state=CA /login?next=%2Faccount%2Forders%3Fpage%3D2
  /login?continue=https%3A%2F%2Fhost.example%2Fa%3Fb%3Dc /magic-cards/x7Gh2kLm /ticket/12345678
  /verify/how-it-works /reset-password/ /session/BRK204 /docs/authentication/tokens/refresh-tokens
  /pin/482913004512873/ /2024/05/01/the-secret-life-of-bees /wiki/HowToDoItInAnHourOrSoIfYouUseIt
  /news/world-europe-68901234?utm_source=hQ3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1
  /?fbclid=IwAR0${BASE64}&gclid=Cj0KCQ${BASE64}&_ga=2.1234.567
  /a?_gl=1*abc123*_ga*MTIzNDU2Nzg5MC4xNzAwMDAwMDAw*_ga_XYZ*MTcwMDAwMDAwMC4x
  /events/${UUID} /item?id=${UUID} /iphone-15-pro-max-256gb-${UUID} /style.css?v=${HEX}
  /org/repo/commit/${HEX}01234567#diff /a/-/blob/${HEX}/src/main.ts /r/tree/${HEX}/docs
  /acer-aspire-5-a515-58m-57xy-i5-13420h-16gb-512gb-ssd-15-6-fhd-win11
  /a-very-long-readable-slug-about-search-engine-optimisation-in-2024-part-2
  /compare?ids=B07XJ8C8F7,B08N5WRWNW,B09G9FPHY6 /search?q=shoes&_pos=1&_sid=3f2a9b1c1&_ss=r
  /list?pageToken=CAUQAA&date=2024-05-01&time=10:00:00 /showthread.php?t=182734#post9817263
  /feed/ical/events.ics?category=konzerte /assets/index-1XTl7YpO.css?v=20260301
  /npm/core@1.2.3-beta.next/docs /npm/core@v2.7.14.min.js /img/Logo@Large.PNG /img/icon@2x.png
  /@scope/package@latest/docs /clone?url=git@code.example:org/repo.git

  https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf&t=42s
  https://www.youtube.com/channel/UCX6OQ3DkcsbYNE6H8uQQuVA
  https://www.google.com/maps/place/Eiffel+Tower/@48.8583701,2.2944813,17z/data=!3m1!4b1!4m6!3m5!1s0x47e66e2964e34e2d:0x8ddca9ee380ef7e0!8m2!3d48.8583701!4d2.2944813!16zL20vMDJqODE?entry=ttu&g_ep=EgoyMDI0MDkxMS4wIKXMDSoASAFQAw%3D%3D
  https://www.google.com/search?q=seo&sca_esv=1a2b3c4d5e6f7a8b&ei=hQ3vY7kTz0Lw9RmXe2JbN5uF&ved=0ahUKEwjhQ3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA&gs_lp=Egxnd3Mtd2l6LXNlcnAiA3NlbzIKEAAYgAQYQxiKBTIK
  https://www.bing.com/search?q=seo&cvid=9F86D081884C7D659A2FEAA0C55AD015&form=QBLH
  https://www.amazon.example/Blue-Shoes/dp/B07XJ8C8F7/ref=sr_1_3?crid=2M096C61O4MLT&dib=eyJ2IjoiMSJ9.hQ3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1.Xe2JbN5uFcGpD8sA1iOqKyV4tE&dib_tag=se&qid=1714550000&sr=8-3&th=1
  https://hub.docker.example/layers/node/20/images/sha256-${HEX}${HEX}
  https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC?si=3f2a9b1c1d2e3f4a
  https://www.facebook.com/someone/posts/pfbid02hQ3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1iOqKyV4tE
  https://www.ebay.example/itm/256412378945?hash=item3bb3c1a2f1:g:abcAAOSw
  https://medium.com/@writer/why-we-moved-to-postgres-8f2c1d3e4b5a
  https://web.archive.org/web/20240501000000/https://host.example/page
  https://mastodon.example/@someone@social.example/112345678901234567
  https://www.flickr.com/photos/12345678@N00/ https://bücher.example/fruehjahr-2026
  https://facebookwkhpilnemxj7asaniu7vnjjbiltxjqhye3mhbshg7kx5tfyd.onion/

  https://8.8.8.8/ https://172.32.0.1/ https://100.128.0.1/ http://100.63.0.1/ https://192.169.1.1/
  http://169.253.0.1/ http://1.127.0.1/ https://[2001:db8::1]/ http://[2001:db8::fd00:1]/
  http://[fec0::1]/ http://[64::1]/ http://[::ffff:1:2:3]/ https://[::ffff:8.8.8.8]/
  http://[64:ff9b::808:808]/ http://[2002:808:808::1]/ http://[::8.8.8.8]/
  https://8-8-8-8.host.example/ https://release-10-2.host.example/ https://localhost.example/
  https://internal.host.example/ https://notfritz.box/ https://my.notlocal/ https://thelan.example/
`);
