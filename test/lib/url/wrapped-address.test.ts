import { describe, expect, it } from 'vitest';
import { mayBeWrapped } from '@/components/form/address-code';
import { unwrappedAddress } from '@/lib/url/wrapped-address';

const PAGE_A = 'https://a.example/x';

/**
 * The comment above a link has the link's source: an issue or a file of a public repository, a code search for
 * the quoted text in public repositories, or a page of documentation. Keys, signatures, tokens and ids of
 * messages are shortened or replaced; `someone` replaces e-mail addresses.
 */
const WRAPPED: [description: string, address: string, page: string][] = [
  // Code search for "safelinks.protection.outlook.com/?url=https%3A%2F".
  [
    'Safe Links of Outlook, with an escaped ampersand',
    'https://nam11.safelinks.protection.outlook.com/?url=https%3A%2F%2Fgitlab.freedesktop.org%2Fdrm%2Famd%2F-%2Fissues%2F1885&amp;data=05%7C01%7Crichard.gong%40amd.com%7C487a',
    'https://gitlab.freedesktop.org/drm/amd/-/issues/1885',
  ],
  // learn.microsoft.com, Safe Links.
  [
    'Safe Links of Outlook',
    'https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2Fx%3Fb%3D1%26c%3D2&data=05%7C02&reserved=0',
    `${PAGE_A}?b=1&c=2`,
  ],
  // remove-google-redirects-addon#28.
  ['Google', 'https://www.google.co.uk/url?sa=t&url=https%3A%2F%2Fa.example%2Fx&ved=2', PAGE_A],
  // Code search for "&sa=D&source=editors&ust=".
  [
    'Google in documents',
    'https://www.google.com/url?q=https://stats.oecd.org/Index.aspx?QueryId%3D95228%23&sa=D&source=editors&ust=1694558475957922&usg=AOvVaw1YmPDwvN_uKIAReu61df6G',
    'https://stats.oecd.org/Index.aspx?QueryId=95228#',
  ],
  [
    'Google in documents, with two parameters',
    'https://www.google.com/url?q=https://a.example/x?b%3D1%26c%3D2&sa=D',
    `${PAGE_A}?b=1&c=2`,
  ],
  // Code search for "l.facebook.com/l.php?u=https%3A%2F%2F".
  [
    'Facebook',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fdeveloper.android.com%2Ftraining%2Fconstraint-layout%2Findex.html&h=AUAIF6KTRy4XcQE0',
    'https://developer.android.com/training/constraint-layout/index.html',
  ],
  // Code search for "urldefense.proofpoint.com/v2/url?u=https-3A__".
  [
    "Proofpoint's second version",
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__www.kernel.org_doc_html_latest_process_4.Coding.html-23regressions&d=DwIFaQ&c=7dfBJ8&r=P4xb2',
    'https://www.kernel.org/doc/html/latest/process/4.Coding.html#regressions',
  ],
  [
    "Proofpoint's second version with hyphens",
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__lists.gnu.org_archive_html_qemu-2Ddevel_2022-2D03_msg03655.html&d=DwIBaQ&c=s883GpUCOChKOHiocYtGcg',
    'https://lists.gnu.org/archive/html/qemu-devel/2022-03/msg03655.html',
  ],
  // Code search for "https://urldefense.com/v3/__https://". Asterisks replace characters. These
  // characters follow the address, in Base64.
  [
    "Proofpoint's third version",
    'https://urldefense.com/v3/__https://lkml.org/lkml/2022/9/24/237__;!!A4F2R9G_pg!avfDjiGw$',
    'https://lkml.org/lkml/2022/9/24/237',
  ],
  [
    "Proofpoint's third version with two replaced characters",
    'https://urldefense.com/v3/__https://lore.kernel.org/qemu-devel/CAJaqyWdUutZrAWKy9d=ip*h*y3BnptUrcL8Xj06XfizNxPtfpw@mail.gmail.com/__;Kys!!ACWV5N9M2RV99hQ!MHkM$',
    'https://lore.kernel.org/qemu-devel/CAJaqyWdUutZrAWKy9d=ip+h+y3BnptUrcL8Xj06XfizNxPtfpw@mail.gmail.com/',
  ],
  [
    "Proofpoint's third version with semicolons",
    'https://urldefense.com/v3/__https://fonts.googleapis.com/css2?family=DM*Sans:wght@400;500;600;700&family=Noto*Serif*SC:wght@400;700&display=swap__;Kysr!!L1aKtqoz4WY!YFFE$',
    'https://fonts.googleapis.com/css2?family=DM+Sans:wght@400;500;600;700&family=Noto+Serif+SC:wght@400;700&display=swap',
  ],
  [
    "Proofpoint's third version with a replaced slash",
    'https://urldefense.com/v3/__https://www.dmtf.org/sites/default/files/standards/documents/*__;Lw!!ACWV5N9M2RV99hQ!JkW8$',
    'https://www.dmtf.org/sites/default/files/standards/documents//',
  ],
  // Code search for "outlook.com/?url=https%3A%2F%2Furldefense".
  [
    "Safe Links around Proofpoint's third version, with one slash after the scheme",
    'https://nam11.safelinks.protection.outlook.com/?url=https%3A%2F%2Furldefense.com%2Fv3%2F__https%3A%2Fdoi.org%2F10.6084%2Fm9.figshare.28136294__%3B!!KwNVnqRv!CpauS%24&data=05%7C02%7Csomeone%40host.example%7Ca101&sdata=syyG&reserved=0',
    'https://doi.org/10.6084/m9.figshare.28136294',
  ],
  [
    "Safe Links around Proofpoint's third version around Safe Links",
    'https://nam10.safelinks.protection.outlook.com/?url=https%3A%2F%2Furldefense.com%2Fv3%2F__https%3A%2F%2Fnam02.safelinks.protection.outlook.com%2F%3Furl%3Dhttps*3A*2F*2Ffrb.taleo.net*2Fcareersection*2Fjobdetail.ftl*3Fjob*3D265213*26lang*3Den*23.X1Jks6jqy6o.mailto%26data%3D02*7C01*7Csomeone*40host.example*7Cfef5*7C5011*7C0*7C1*7C6373%26sdata%3DevRU*3D%26reserved%3D0__%3BJSUlJSUlJSUlJSUlJSUlJSUlJQ!!PhOWcWs!h3MB',
    'https://frb.taleo.net/careersection/jobdetail.ftl?job=265213&lang=en#.X1Jks6jqy6o.mailto',
  ],
  // chimbori/crux, src/test/java/com/chimbori/crux/urls/RedirectorsTest.java.
  [
    'Google within Google',
    'https://www.google.com/url?q=https://www.google.com/url?rct%3Dj%26sa%3Dt%26url%3Dhttps://www.facebook.com/permalink.php%253Fid%253D111262459538815%2526story_fbid%253D534292497235807%26ct%3Dga%26cd%3DCAEY%26usg%3DAFQj&source=gmail&ust=1589164930980000&usg=AFQj',
    'https://www.facebook.com/permalink.php?id=111262459538815&story_fbid=534292497235807',
  ],
  // bjornstar/intercept-redirect#49.
  [
    'Safe Links of Teams',
    'https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=https%3A%2F%2Fnoise.getoto.net&locale=en-us&dest=https%3A%2F%2Fteams.microsoft.com%2Fapi%2Fmt%2Femea%2Fbeta%2Fatpsafelinks%2Fgeturlreputationsitev2%2F&pc=L2UQ',
    'https://noise.getoto.net',
  ],
  // aloneguid/bt#127.
  [
    'Safe Links of Teams, with a query in the target',
    'https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DN8dHa2b-I5A&locale=en-us&dest=https%3A%2F%2Fteams.microsoft.com%2Fapi%2Fmt%2Fpart%2Famer-02',
    'https://www.youtube.com/watch?v=N8dHa2b-I5A',
  ],
  // mortenn/BrowserPicker#24.
  [
    'Safe Links of Teams, on another host',
    'https://staticsint.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=https%3A%2F%2Fregistry.terraform.io%2Fproviders%2Fhashicorp%2Fazurerm%2Flatest%2Fdocs%2Fresources%2Fprivate_dns_zone_virtual_network_link&locale=en-gb',
    'https://registry.terraform.io/providers/hashicorp/azurerm/latest/docs/resources/private_dns_zone_virtual_network_link',
  ],
  // aloneguid/bt#221.
  [
    'Safe Links of Teams since 2026',
    'https://teams.public.onecdn.static.microsoft/evergreen-assets/safelinks/2/atp-safelinks.html?url=https%3A%2F%2Fgithub.com%2Faloneguid%2Fbt&locale=en-us&dest=https%3A%2F%2Fteams.microsoft.com%2Fapi%2Fmt%2Fpart%2Famer-02%2Fbeta%2Fatpsafelinks%2Fgeturlreputationsitev2',
    'https://github.com/aloneguid/bt',
  ],
  // ghostery/ghostery-extension#2227.
  [
    'Bing',
    'https://www.bing.com/ck/a?!&&p=6cd3&ptn=3&ver=2&hsh=4&fclid=3a90&u=a1aHR0cHM6Ly93d3cuZmlyZXByb2JlLm5ldC9wbA&ntb=1',
    'https://www.fireprobe.net/pl',
  ],
  // AirBashX/UserScript#25.
  [
    'Bing with the words of the search',
    'https://www.bing.com/ck/a?!&&p=2961&ptn=3&ver=2&hsh=3&fclid=2045&psq=AirBashX%2fUserScript&u=a1aHR0cHM6Ly9naXRodWIuY29tL0FpckJhc2hYL1VzZXJTY3JpcHQ&ntb=1',
    'https://github.com/AirBashX/UserScript',
  ],
  // Code search for "bing.com/ck/a?!&&p=".
  [
    'Bing, for a page with brackets',
    'https://www.bing.com/ck/a?!&&p=9ca1&ptn=3&hsh=3&fclid=1d6c&psq=python+wiki&u=a1aHR0cHM6Ly9lbi53aWtpcGVkaWEub3JnL3dpa2kvUHl0aG9uXyhwcm9ncmFtbWluZ19sYW5ndWFnZSk&ntb=1',
    'https://en.wikipedia.org/wiki/Python_(programming_language)',
  ],
  // RyanDFIR/unfurl#73.
  [
    'Yahoo',
    'https://r.search.yahoo.com/_ylt=AwrB;_ylu=X3oD--/RV=2/RE=1512018198/RO=10/RU=https%3a%2f%2fdeveloper.yahoo.com%2fcocktails%2fmojito%2fdocs%2fcode_exs%2fquery_params.html/RK=2/RS=vQW4-',
    'https://developer.yahoo.com/cocktails/mojito/docs/code_exs/query_params.html',
  ],
  // Code search for "/RU=https%3a%2f%2f".
  [
    'Yahoo, for a page with a query',
    'https://r.search.yahoo.com/_ylt=Awr9;_ylu=Y29s/RV=2/RE=1697740446/RO=10/RU=https%3a%2f%2fcdn.who.int%2fmedia%2fdocs%2fdefault-source%2fnepal-documents%2fhss_nepal%2fstandard-treatment-protocol-of-emergency-health-service-package.pdf%3fsfvrsn%3d6c838ca4_7/RK=2/RS=tg_A-',
    'https://cdn.who.int/media/docs/default-source/nepal-documents/hss_nepal/standard-treatment-protocol-of-emergency-health-service-package.pdf?sfvrsn=6c838ca4_7',
  ],
  // bjornstar/intercept-redirect#45.
  [
    'LinkedIn',
    'https://www.linkedin.com/safety/go?url=https%3A%2F%2Fchoco.com%2Fus%2Fstories%2Flife-at-choco%2Fengineering-managers',
    'https://choco.com/us/stories/life-at-choco/engineering-managers',
  ],
  // OldPanda/Open-the-F-king-URL-Right-Now#92.
  [
    'LinkedIn, from a message',
    'https://www.linkedin.com/safety/go?url=https%3A%2F%2Fwww.create.xyz%2F&trk=flagship-messaging-web&messageThreadUrn=urn%3Ali%3AmessagingThread%3A2-NDhk%3D%3D',
    'https://www.create.xyz/',
  ],
  // Code search for "linkedin.com/redir/redirect?url=".
  [
    'LinkedIn, from a profile',
    'https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Fapify%2Ecom%2F&urlhash=kGKH&trk=about_website',
    'https://apify.com/',
  ],
  // Sainan/Universal-Bypass#1526.
  [
    'YouTube',
    'https://www.youtube.com/redirect?event=video_description&v=ACIt2aTuCac&q=https%3A%2F%2Ftwitter.com%2Fddofinternet',
    'https://twitter.com/ddofinternet',
  ],
  // Code search for "youtube.com/redirect?".
  [
    'YouTube with a token',
    'https://www.youtube.com/redirect?event=video_description&redir_token=QUFF&q=https%3A%2F%2Fpractice.geeksforgeeks.org%2Fproblems%2Fqueue-reversal%2F1&v=_gJ3to4RyeQ',
    'https://practice.geeksforgeeks.org/problems/queue-reversal/1',
  ],
  [
    'YouTube on a phone',
    'https://m.youtube.com/redirect?event=video_description&q=https%3A%2F%2Fexample.com%2Fpage&v=rAzT5lcezPs',
    'https://example.com/page',
  ],
  // tumpio/requestcontrol, a test of `parseInlineUrl` (code search for "parseInlineUrl("https://out.reddit.com").
  [
    'Reddit',
    'https://out.reddit.com/t3_5pq7qd?url=https%3A%2F%2Finternethealthreport.org%2Fv01%2F&token=AQAA&app_name=reddit.com',
    'https://internethealthreport.org/v01/',
  ],
  // idlewan/link_cleaner#35.
  [
    'Slack',
    'https://slack-redir.net/link?url=https%3A%2F%2Fgithub.com%2F&v=3',
    'https://github.com/',
  ],
  // nokeya/direct-links-out#21.
  [
    'Slack, for a page with a query',
    'https://slack-redir.net/link?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DuNjxe8ShM-8',
    'https://www.youtube.com/watch?v=uNjxe8ShM-8',
  ],
];

/** Wrapped links whose target is not a web address, and other pages of the same sites. */
const UNCHANGED: [description: string, address: string][] = [
  // ClearURLs/Addon#194.
  [
    'LinkedIn, with a target without scheme',
    'https://www.linkedin.com/redir/redirect?url=www%2Eefset%2Eorg%2Fcert%2F9hJUZz&urlhash=D0OT&trk=public_profile-settings_see-credential',
  ],
  // Code search for "&u=a1L2".
  [
    'Bing, with a target on Bing without scheme and host',
    'https://www.bing.com/ck/a?!&&p=ffbf&ptn=3&ver=2&hsh=4&fclid=2c29&u=a1L2ltYWdlcy9zZWFyY2g_cT1pbWFnZXZlbnVlJmlkPUEyMkE4NTEwODBFNTY5OERGQTQ5MTQ4M0UzRkVGOEQyNDQ2NDUyOTkmRk9STT1JQUNGSVI&ntb=1',
  ],
  // Code search for "atp-safelinks.html".
  [
    'Safe Links of Teams, copied without its target',
    'https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html',
  ],
  // iv-org/invidious#149.
  [
    'the path of YouTube on another site',
    'https://www.invidio.us/redirect?redir_token=avJy&event=video_description&v=J2X5mJ3HDYE&q=http%3A%2F%2Fncs.io%2FUsagePolicy',
  ],
  // Invented.
  ['a search on Google', 'https://www.google.com/search?q=https://a.example/x'],
  ['a search on Bing', 'https://www.bing.com/search?q=https%3A%2F%2Fa.example%2Fx'],
  ['a search on Yahoo', 'https://search.yahoo.com/search?p=https%3A%2F%2Fa.example%2Fx'],
  ['a profile on LinkedIn', 'https://www.linkedin.com/in/someone?url=https%3A%2F%2Fa.example%2F'],
  [
    'a video on YouTube',
    'https://www.youtube.com/watch?v=uNjxe8ShM-8&q=https%3A%2F%2Fa.example%2F',
  ],
  [
    'a post on Reddit',
    'https://www.reddit.com/r/a/comments/5pq7qd/?url=https%3A%2F%2Fa.example%2F',
  ],
  ['no address', 'https://www.google.com/url?q=a'],
  ['a script', 'https://www.google.com/url?q=javascript%3Aalert(1)'],
  ['a script in Base64', `https://www.bing.com/ck/a?u=a1${btoa('javascript:alert(1)')}`],
  ['damaged Base64', 'https://www.bing.com/ck/a?u=a1aHR0cHM6Ly8*'],
  ['an address without host', 'https://slack-redir.net/link?url=https%3A%2F%2F'],
  ['an address that cannot be parsed', 'https://slack-redir.net/link?url=https%3A%2F%2Fa%20b%2F'],
  ['a host that ends differently', `https://www.bing.com.b.example/ck/a?u=a1${btoa(PAGE_A)}`],
  ['a host that begins differently', `https://notlinkedin.com/safety/go?url=${PAGE_A}`],
  ['a user name like a host', `https://slack-redir.net@b.example/link?url=${PAGE_A}`],
  ['a parameter of another site', `https://b.example/?url=${PAGE_A}`],
];

describe('unwrappedAddress', () => {
  it.each(WRAPPED)('returns the page inside a wrapped link: %s', (_, address, page) => {
    expect(unwrappedAddress(address)).toBe(page);
    // The popup loads `unwrappedAddress` only for such an address.
    expect(mayBeWrapped(address)).toBe(true);
  });

  it.each(UNCHANGED)('returns any other address unchanged: %s', (_, address) => {
    expect(unwrappedAddress(address)).toBe(address);
  });

  it('unwraps at most five nested links', () => {
    const wrapped = (page: string) =>
      `https://slack-redir.net/link?url=${encodeURIComponent(page)}`;
    const five = wrapped(wrapped(wrapped(wrapped(wrapped(PAGE_A)))));
    expect(unwrappedAddress(five)).toBe(PAGE_A);
    expect(unwrappedAddress(wrapped(five))).toBe(wrapped(PAGE_A));
  });
});
