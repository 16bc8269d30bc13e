// Addresses in the formats of well-known products, each with the source of the format: a page of
// documentation, a file or an issue of a public repository (`owner/name#number` on GitHub), or a code
// search for the quoted text in public repositories. Secret values are invented. They have the length
// and the alphabet of the source.

const HEX = '9f86d081884c7d659a2feaa0c55ad015';
const MIXED = 'hQ3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1iOqKyV4tE';
const UUID = '9f86d081-884c-4d65-9a2f-eaa0c55ad015';

/** Addresses that give access to private content, or invite to private groups. */
export const PRODUCT_SECRETS: readonly [source: string, address: string][] = [
  // Shared files and boards
  [
    'rdrr.io, ThinkR-open/swatch, get_figma_file_content',
    'https://www.figma.com/file/Hq3vY7kTz0Lw9RmXe2JbN5/Homepage',
  ],
  [
    'developers.figma.com/docs/embeds/resources',
    'https://www.figma.com/design/Hq3vY7kTz0Lw9RmXe2JbN5/Shop?m=dev',
  ],
  [
    'dev-launchers/dev-launchers-platform#1618',
    'https://www.figma.com/proto/Hq3vY7kTz0Lw9RmXe2JbN5/Shop?node-id=12-4028&mode=design&t=hQ3vY7kTz0Lw9RmX-1',
  ],
  [
    'developers.figma.com/docs/embeds/resources',
    'https://www.figma.com/board/hqbvykTzLwRmXeJbNdfghj/Ideas',
  ],
  [
    'developers.figma.com/docs/embeds/resources',
    'https://www.figma.com/slides/Hq3vY7kTz0Lw9RmXe2JbN5/Talk',
  ],
  [
    'developers.figma.com/docs/embeds/embed-figma-file',
    'https://embed.figma.com/design/Hq3vY7kTz0Lw9RmXe2JbN5?embed-host=shop',
  ],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/dropbox.py',
    'https://www.dropbox.com/s/qxzmkrpwhtbvgdc/offer.mp4?dl=0',
  ],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/dropbox.py',
    'https://www.dropbox.com/sh/2mqzhg7rw8plmnb/AADh-3vY7kTz0Lw9RmXe2JbNa?dl=0',
  ],
  [
    'CapsAdmin/pac3#1290',
    'https://www.dropbox.com/scl/fi/q8x2m4k7p1z9w3r5t6yv0/a.png?dl=0&rlkey=k2h8x4mz7qp1w9r3t5yv6b0nd',
  ],
  [
    'hwfan/DriveDownloader#12',
    'https://www.dropbox.com/scl/fo/q8x2m4k7p1z9w3r5t6yv0/h?dl=0&e=1&rlkey=k2h8x4mz7qp1w9r3t5yv6b0nd',
  ],
  ['code search for "www.dropbox.com/t/"', 'https://www.dropbox.com/t/Hq3vYgkTzrLwcRmX'],
  [
    'ElProfesormika/PROJET_IF29_GR03, README.md',
    `https://www.dropbox.com/transfer/AAAAA${MIXED}--hQ3vY7k`,
  ],
  ['charmverse/app.charmverse.io#1299', 'https://airtable.com/shrQ8x2M4k7P1z9W3'],
  [
    'nocodb/nocodb#2052',
    'https://airtable.com/appQ8x2M4k7P1z9W3/shrabCdeFghIjkLmN/tblQ8x2M4k7P1z9W3/viwabCdeFghIjkLmN',
  ],
  [
    'code search for "airtable.com/invite/l?inviteId="',
    `https://airtable.com/invite/l?inviteId=invQ8x2M4k7P1z9W3&inviteToken=${HEX}${HEX}`,
  ],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/googledrive.py',
    'https://drive.google.com/file/d/1Hq3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1/view',
  ],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/googledrive.py',
    'https://drive.google.com/drive/folders/1hQ3vY7-__kTz0Lw9RmXe2JbN5_FcGpD8',
  ],
  [
    'developers.google.com/sheets/api/guides/concepts',
    `https://docs.google.com/spreadsheets/d/1${MIXED}hQ/edit?gid=0#gid=0`,
  ],
  ['ShareX/ShareX#5386', 'https://1drv.ms/u/s!AhQ3vY7kTz0Lw9RmXe2JbN5uFc-_'],
  [
    'code search for "1drv.ms/"',
    `https://1drv.ms/u/c/9f86d081884c7d65/IQC${MIXED}_hQ3vY7kTz0Lw9?e=hQ3vYk`,
  ],
  [
    'cityofaustin/atd-data-tech#13105',
    `https://acme.sharepoint.com/:x:/s/shop/E${MIXED}-_3Q?e=hQvYkT`,
  ],
  [
    'orgrimarr/node-wetransfert#8',
    `https://wetransfer.com/downloads/${HEX}20260301124500/${HEX}20260301124500/a1b2c3`,
  ],
  ['gnojus/wedl#2', `https://acme.wetransfer.com/downloads/${HEX}20260301124500/a1b2c3`],
  ['gnojus/wedl#1', 'https://we.tl/t-HqvYTKnzLw'],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/box.py',
    'https://acme.app.box.com/s/q8x2m4k7p1z9w3r5t6yv0bndcfghjkla/file/510727257538',
  ],
  ['notiondog/notion.dog#31', `https://www.notion.so/${HEX}?v=${HEX}`],
  [
    'asnunes/notion-page-to-html-api#2',
    `https://acme-slice-2e6.notion.site/Plan-of-the-shop-${HEX}`,
  ],
  ['Bagubben/Tentually#2', 'https://miro.com/app/board/uXjVNhQ3vYk=/'],
  [
    'code search for "miro.com/welcomeonboard"',
    `https://miro.com/welcomeonboard/${MIXED}hQ3vY7kTz0Lw9RmXe2JbN5u`,
  ],
  ['yt-dlp/yt-dlp, yt_dlp/extractor/loom.py', `https://www.loom.com/share/${HEX}`],
  [
    '42-star/hello-wrld#64',
    'https://www.canva.com/design/DAFhQ3vY7kT/Lw9RmXe2JbN5uFcGpD8sA1/view?utm_content=DAFhQ3vY7kT&utm_campaign=share_your_design&utm_medium=link&utm_source=shareyourdesignpanel',
  ],
  [
    'hmparsons-sde/podstone#2',
    'https://www.canva.com/design/DAEhQvYkTzL/share/preview?token=hQvYkTzLwRmXeJbNuFcGpD&role=EDITOR',
  ],
  [
    'code search for "trello.com/invite/b/"',
    `https://trello.com/invite/b/Hq3vY7kT/ATTI${HEX}74E5F25B/plan`,
  ],
  [
    'code search for "smartsheet.com/b/publish?EQBCT"',
    `https://app.smartsheet.com/b/publish?EQBCT=${HEX}`,
  ],
  [
    'code search for "typeform.com/report/"',
    'https://acme.typeform.com/report/Hq3vY7kT/z0Lw9RmXe2JbN5uF',
  ],
  ['code search for "typeform.com/report/"', 'https://acme.typeform.com/report/Hq3vYT/zLwR'],
  ['ExtraKeys/keys#23', 'https://www.icloud.com/sharedalbum/#B0I5hqZkhTzLwQL'],
  [
    'eyalgal/album_slideshow#22',
    'https://photos.icloud.com/shared/album/0c8hQvYkTzLwRmXe5JbN3FcGp',
  ],
  [
    'icloud-photos-downloader/icloud_photos_downloader#121',
    'https://www.icloud.com/photos/#0i8hQ1vk2TZ_kLw0wRmXe3JbN',
  ],
  ['code search for "photos.app.goo.gl/"', 'https://photos.app.goo.gl/Hq3vY7kTz0Lw9RmX8'],
  [
    'stage88/jasikovo-website, src/content/albums.ts',
    `https://photos.google.com/u/1/share/AF1Qip${MIXED}-b9nGBnDFQ?key=${MIXED}`,
  ],
  ['NeverBehave/compile-overleaf#23', 'https://www.overleaf.com/read/hqbvyktzlwrm'],
  ['yu-i-i/overleaf-cep#65', 'https://www.overleaf.com/read/hqbvyktzlwrm#9f86d0'],
  ['owncloud/core#19562', 'https://cloud.host.example/index.php/s/Hq3vY7kTz0Lw9Rm'],
  ['nextcloud/server#419', 'https://cloud.host.example/s/HqjUhnYuFEyMQzn'],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/zoom.py',
    `https://us02web.zoom.us/rec/share/${MIXED}_hQ3vY7kTz0Lw9RmXe2Jb.9hQvYkTzLwRmXeJ_8`,
  ],
  ['yt-dlp/yt-dlp, yt_dlp/extractor/zoom.py', 'https://zoom.us/clips/share/6YhQ4v_qY0kiT7Lw9zPeRm'],
  // Previews of unpublished pages
  ['TryGhost/Ghost#17029', `https://blog.host.example/p/${UUID}/`],
  ['TryGhost/Ghost#22649', `https://blog.host.example/p/${UUID}/?member_status=paid`],
  [
    'MicrosoftDocs/azure-docs, azure-netapp-files-performance-considerations.md',
    'https://host.example/offer?hs_preview=tHQKbvoF-41214739590',
  ],
  [
    'code search for "hs_preview="',
    `https://host.example/-temporary-slug-${UUID}?hs_preview=HqbvYkTz-5437638635`,
  ],
  [
    'code search for "hs_preview_key"',
    'https://40123182.hubspotpreview-na1.com/_hcms/preview/template/multi?hs_preview_key=hQ3vYkTzLwRmXeJbNuFcGp&portalId=40123182',
  ],
  [
    'code search for "preview_nonce="',
    'https://host.example/?page_id=188&lang=de&preview_id=188&preview_nonce=3f2a9b1c1d&preview=true',
  ],
  ['wpzen.pl/?p=7789', 'https://host.example/?p=95492&preview=1&_ppp=3f2a9b1c1d'],
  [
    'Automattic/wp-calypso#36824',
    'https://host.example/2018/11/29/a-post/?iframe=true&theme_preview=true&frame-nonce=3f2a9b1c1d&cachebust=1',
  ],
  [
    'code search for "?preview_key="',
    `https://hq3vy7ktz0lw9rm8-82138693891.shopifypreview.com/products_preview?preview_key=${HEX}`,
  ],
  [
    'code search for "shopifypreview.com"',
    'https://hqtvyqkf3ow3hrzv-32127058055.shopifypreview.com/products/a',
  ],
  [
    'vercel.com/docs, Protection Bypass for Automation',
    'https://app.host.example/?x-vercel-protection-bypass=Hq3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1',
  ],
  [
    'strapi/strapi-starter-next-corporate#30',
    'https://host.example/api/preview?secret=8hQvYkTzLwRmXeJbNuFcGpD8sA1OqKyV&slug=a',
  ],
  // Links in mails
  [
    'code search for "list-manage.com/unsubscribe?u="',
    `https://acme.us4.list-manage.com/unsubscribe?u=${HEX.slice(0, 25)}&id=3f2a9b1c1d&e=4b5c6d7e8f&c=d1fe02d910`,
  ],
  [
    'code search for "list-manage.com/profile?u="',
    `https://acme.us1.list-manage.com/profile?u=${HEX.slice(0, 25)}&id=3f2a9b1c1d&e=4b5c6d7e8f`,
  ],
  ['knadh/listmonk#708', `https://host.example/lists/?p=unsubscribe&uid=${HEX}`],
  ['tighten/giscus#31', 'https://host.example/unsubscribe?id=43112&verify=abcde12345'],
  [
    'vysheng/tg#648',
    'https://github.com/notifications/unsubscribe-auth/AV42NHQM2CVRYJPKTNEPLWUTRAKC2XANCNFSM4BIYADGQ',
  ],
  [
    'code search for "unsubscribe-auth/"',
    'https://github.com/notifications/unsubscribe-auth/AFN5VHQAIEBYKKSTDB22ZQLW6RJJTANCNFSM4PM5JSUA',
  ],
  [
    'mailpoet/mailpoet, SubscriptionUrlFactoryTest.php',
    'https://host.example/?mailpoet_page=subscriptions&mailpoet_router&endpoint=subscription&action=manage&data=eyJ0b2tlbiI6IjE3ZmI2MCIsImVtYWlsIjoiYW5uQGhvc3QuZXhhbXBsZSJ9',
  ],
  [
    'code search for "preferences-center/en/direct"',
    `https://host.example/hs/preferences-center/en/direct?data=W2nXS-N30h-B0W${MIXED}W2hQ3vY7kTz_W3-0jwy2`,
  ],
  [
    'crashappsec/www-qa-issues#40',
    `https://host.example/hs/manage-preferences/unsubscribe-all?languagePreference=en&d=Vnc${MIXED}W3T0wlb4-04&v=3`,
  ],
  [
    'code search for "ls/click?upn="',
    `https://u5884587.ct.sendgrid.net/ls/click?upn=u001.GX${MIXED}-2FhQ3vY7kTz0-2BLw9RmXe2Jb-3D`,
  ],
  [
    'django/django, django/contrib/auth/tokens.py',
    `https://host.example/accounts/reset/MQ/c4k7p1-${HEX}/`,
  ],
  [
    'laravel/framework, src/Illuminate/Auth/Passwords/DatabaseTokenRepository.php',
    `https://host.example/password/reset/${HEX}${HEX}?email=ann%40host.example`,
  ],
  [
    'code search for "auth/v1/verify?token="',
    'https://abcd.supabase.co/auth/v1/verify?token=pkce_0123abcdef&type=magiclink&redirect_to=https://a.example',
  ],
  [
    'firebase.google.com/docs/auth/custom-email-handler',
    'https://host.example/usermgmt?mode=resetPassword&oobCode=ABC123&lang=fr',
  ],
  [
    'api-evangelist/auth0, json-schema/auth0-createorganizationinvitationresponsecontent-schema.json',
    'https://host.example/login?invitation=f81hQvYkTz6LwRmXeJbNuFcGpD8sA1Oq&organization=org_0000000000000001&organization_name=acme',
  ],
  [
    'code search for "%253Ftoken%253D", a link in the documentation of WeChat games',
    'https://mp.weixin.qq.com/cgi-bin/loginpage?redirect_url=https%253A%252F%252Fmp.weixin.qq.com%252Fwxamp%252Fgift%253Ftoken%253D1281546898%2526lang%253Dzh_CN',
  ],
  [
    'no source found for a secret that is encoded three times; the rest as in "=https%25253A"',
    'https://host.example/accounts/login?client_id=ads-api&referrer=https%25253A%25252F%25252Fa.example%25252Fsetup%25253Ftoken%25253Dabc',
  ],
  // Signed addresses
  [
    'docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html',
    `https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=a%2F20130721%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130721T201207Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=${HEX}${HEX}`,
  ],
  [
    'docs.aws.amazon.com, CloudFront, Create a signed URL using a canned policy',
    'https://d111111abcdef8.cloudfront.net/image.jpg?color=red&size=medium&Expires=1767290400&Signature=hQtfHRCrtziwO2HwPfWw~yYDhUF5EwRunQA-j19DzZrv&Key-Pair-Id=K2JCJMDEHXQW5F',
  ],
  [
    'learn.microsoft.com, Identify URI and SAS parameters',
    'https://myaccount.blob.core.windows.net/?restype=service&comp=properties&sv=2015-04-05&ss=bf&se=2015-04-30T02%3A23%3A26Z&sr=b&sp=rw&spr=https&sig=F%2BGRVAZ5Cdj2Pw4tgU7IlSTkWgn7bUkkAg8P6HESXwmf%4B',
  ],
  [
    'cloud.google.com/storage/docs/access-control/signed-urls',
    `https://storage.googleapis.com/example-bucket/cat.jpeg?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Date=20181026T181309Z&X-Goog-Expires=900&X-Goog-SignedHeaders=host&X-Goog-Signature=${HEX}${HEX}`,
  ],
  [
    'bradleyjkemp/abwhose#5',
    `https://firebasestorage.googleapis.com/v0/b/page-bc374.appspot.com/o/a.html?alt=media&token=${UUID}`,
  ],
  // Calendars, hooks, invitations
  [
    '13Bytes/eInkCalendar#3',
    `https://calendar.google.com/calendar/ical/0l1dshdt8oc06ccnk2jclal5mk%40group.calendar.google.com/private-${HEX}/basic.ics`,
  ],
  [
    'code search for "outlook.office365.com/owa/calendar/"',
    `https://outlook.office365.com/owa/calendar/${HEX}@host.example/${HEX}8688648332849205356/calendar.ics`,
  ],
  [
    'ivan-lednev/obsidian-day-planner#395',
    `https://outlook.office365.com/owa/calendar/${HEX}${HEX}/reachcalendar.ics`,
  ],
  [
    'containrrr.dev/shoutrrr/v0.4/services/slack',
    'https://hooks.slack.com/services/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',
  ],
  [
    'Zeptosec/Thermastore#22',
    `https://discordapp.com/api/webhooks/1117930895102451764/l_mX88${MIXED}-ue4Pgf2hQ3vY7kTz0Lw9`,
  ],
  ['knutkirkhorn/discord-webhook-wrapper', 'https://discord.com/api/webhooks/1337/example-token'],
  [
    'GhostSpread/webhook-config-demos, README.md',
    'https://hooks.zapier.com/hooks/catch/22459586/2hqj9rv/',
  ],
  ['TRaSH-Guides/Guides#1165', 'https://discord.gg/4H2qdvwzYk'],
  ['OpenCubicChunks/CubicChunks#302', 'https://discord.gg/kHfQg9v'],
  ['OpenCubicChunks/CubicChunks#302', 'https://discord.gg/hqvDYka'],
  ['dark-galaxy/dark-galaxy#37', 'https://discord.gg/hqDVYedGk'],
  ['ossu/computer-science#815', 'https://discord.com/invite/5hUqvpY'],
  [
    'json-schema-org/json-schema-org.github.io#372',
    'https://join.slack.com/t/acme/shared_invite/zt-8h78yqch-HtvW6g9hrqe0SVq94Jim8Q',
  ],
  [
    'zeek/zeek-docs#118',
    'https://join.slack.com/t/acme/shared_invite/zt-12h1pjq93-zvVGuT1BF~yUJYvERxhp7g',
  ],
  [
    'Ranchero-Software/NetNewsWire#1084',
    `https://join.slack.com/t/acme/shared_invite/enQtNjM4${MIXED}NTE5ZGY0YzYwZWJhNjYwNTNmNTg`,
  ],
  ['wwebjs/whatsapp-web.js#1742', 'https://chat.whatsapp.com/H2Q8v5Y5kFJBQmV7p6kSis'],
  ['core.telegram.org/api/links', 'https://t.me/+Hq3vY7kTz0Lw9RmX'],
  ['vysheng/tg#648', 'https://t.me/joinchat/HqrRTQ93vYQPk0TzuWU7ug'],
  [
    'OfficeDev/microsoft-teams-library-js#2844',
    `https://teams.microsoft.com/l/meetup-join/19%3ameeting_${MIXED}hQ3vY7k%40thread.v2/0?context=%7b%22Tid%22%3a%22${UUID}%22%2c%22Oid%22%3a%22${UUID}%22%7d`,
  ],
  [
    'code4recovery/12-step-meeting-list#192',
    'https://us04web.zoom.us/j/8983736284?pwd=WhJQRvNwYnpUSa9FS2FaRdJemFpyIi09',
  ],
  [
    'code search for "token=GHSAT0"',
    'https://raw.githubusercontent.com/acme/shop/main/a.json?token=GHSAT0AAAAAAHQ3VYKT2WRMXEJ5NUF2CGPDSAIOQKY',
  ],
];

export const PRODUCT_HARMLESS: readonly [source: string, address: string][] = [
  // Pages about the products above, and what these products publish
  [
    'code search for "figma.com/community/file/"',
    'https://www.figma.com/community/file/1035203688168086460',
  ],
  ['Figma documentation', 'https://developers.figma.com/docs/embeds/embed-figma-file'],
  ['samschott/maestral#677', 'https://help.dropbox.com/files-folders/share/dropbox-transfer'],
  [
    'ShareX/ShareX#6928',
    'https://www.dropboxforum.com/t5/Create-upload-and-share/Shared-Link-quot-scl-quot-to-quot-s-quot/m-p/690677',
  ],
  [
    'Airtable support',
    'https://support.airtable.com/hc/en-us/articles/205752117-Publish-a-view-and-share-it-as-a-link-or-an-embed',
  ],
  [
    'code search for "airtable.com/app", a public form',
    'https://airtable.com/appqd02UuQXCK5AuY/pagr1D0NFQoNpUpNZ/form',
  ],
  ['timonus/OpenerManifest#66', 'https://www.notion.so/blog/personalize-public-pages'],
  ['LLMA-dot/Get-Clue#50', 'https://academy.miro.com/learn/learning-path/miro-essentials'],
  [
    'CivicActions/nebula, agile-tickets/README.txt, a public board',
    'https://trello.com/b/IlUoml5c/nebula',
  ],
  [
    'ossu/computer-science#815',
    'https://support.discord.com/hc/en-us/articles/208866998-Invites-101',
  ],
  ['code search for "discord.gg/"', 'https://discord.gg/bnbchain'],
  [
    'Discord documentation',
    'https://discord.com/developers/docs/resources/webhook#execute-webhook',
  ],
  [
    'discord.js documentation',
    'https://discord.js.org/docs/packages/discord.js/14.19.2/RESTPostAPIWebhookWithTokenResult:TypeAlias',
  ],
  ['Slack documentation', 'https://api.slack.com/messaging/webhooks'],
  ['Telegram documentation', 'https://core.telegram.org/method/messages.importChatInvite?layer=6'],
  ['WordPress plugins', 'https://ja.wordpress.org/plugins/public-post-preview/'],
  ['wpzen.pl', 'https://wpzen.pl/?p=7789'],
  [
    'readforlearn.com, Post preview mechanism architecture',
    'https://example.com/postname/?preview=true',
  ],
  ['HubSpot changelog', 'https://developers.hubspot.com/changelog/preview-urls-on-system-domains'],
  [
    'Vercel documentation',
    'https://vercel.com/docs/deployment-protection/methods-to-bypass-deployment-protection/protection-bypass-automation',
  ],
  [
    'Contentful documentation',
    'https://contentful.com/developers/docs/tools/vercel-nextjs/using-draft-mode-to-fetch-unpublished-content-from-contentfuls-apis',
  ],
  [
    'Amazon S3 documentation',
    'https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html',
  ],
  [
    'Amazon CloudFront documentation',
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-canned-policy.html',
  ],
  [
    'Azure documentation',
    'https://learn.microsoft.com/en-my/dotnet/api/azure.resourcemanager.datamigration.models.datamigrationblobshare.sasuri?view=azure-dotnet',
  ],
  [
    'Google Cloud documentation',
    'https://docs.cloud.google.com/dotnet/docs/reference/Google.Cloud.Storage.V1/latest/Google.Cloud.Storage.V1.UrlSigner',
  ],
  [
    'Firebase documentation',
    'https://firebase.google.com/docs/auth/custom-email-handler?authuser=50&hl=de',
  ],
  ['Auth0 documentation', 'https://auth0.com/docs/organizations/send-membership-invitations'],
  ['Better Auth documentation', 'https://better-auth.com/docs/plugins/magic-link'],
  [
    'Dart packages',
    'https://pub.dev/documentation/better_auth_flutter/latest/plugins_magic_link/BetterAuthMagicLink/verify.html',
  ],
  [
    'Supabase documentation',
    'https://supabase.github.io/auth-js/v2/interfaces/VerifyTokenHashParams.html',
  ],
  ['Elixir packages', 'https://hexdocs.pm/phoenix_kit/PhoenixKitWeb.Users.MagicLinkVerify.html'],
  [
    'Twilio documentation',
    'https://twilio.com/docs/sendgrid/api-reference/settings-tracking/update-click-tracking-settings',
  ],
  ['Deno modules', 'https://deno.land/x/discord_api_types@0.33.1/rest/v6/webhook.ts?source'],
  ['unpkg', 'https://app.unpkg.com/@figma/rest-api-spec@0.36.0/files/openapi/openapi.yaml'],
  ['Telethon wiki', 'https://github.com/LonamiWebs/Telethon/wiki/Special-links'],
  [
    'maxnachlinger/cloudfront-private-url-creator',
    'https://github.com/maxnachlinger/cloudfront-private-url-creator/blob/40a7eddd12dc2a10861b26972d08b119b52c03a7/tests/cannedPolicy.js',
  ],
  [
    'topcoder-platform/platform-ui, preferences.config.ts, a public form, wrongly a secret',
    'https://topcoder.us13.list-manage.com/subscribe/post?u=65bd5a1857b73643aad556093&id=28bfd3c062',
  ],
  [
    'code search for "help.salesforce.com/s/"',
    'https://help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_flows.htm&type=5',
  ],
  // News, shops, videos, posts
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/nytimes.py',
    'https://www.nytimes.com/2023/09/29/health/mosquitoes-genetic-engineering.html',
  ],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/nytimes.py',
    'http://www.nytimes.com/2015/04/14/business/owner-of-gravity-payments-a-credit-card-processor-is-setting-a-new-minimum-wage-70000-a-year.html?_r=0',
  ],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/theguardian.py',
    'https://www.theguardian.com/news/audio/2023/nov/03/we-are-just-getting-started-the-plastic-eating-bacteria-that-could-change-the-world-podcast',
  ],
  ['yt-dlp/yt-dlp, yt_dlp/extractor/bbc.py', 'http://www.bbc.com/news/world-europe-32668511'],
  ['yt-dlp/yt-dlp, yt_dlp/extractor/bbc.py', 'https://www.bbc.co.uk/news/topics/cg41ylwv43pt'],
  [
    'code search for "zalando.de/"',
    'https://en.zalando.de/gant-winter-jacket-linen-ga321u02g-a11.html',
  ],
  [
    'code search for "zalando.de/"',
    'https://www.zalando.de/herrenschuhe-sneaker-high/__groesse-49~5/',
  ],
  [
    'code search for "ikea.com/de/de/p/"',
    'https://www.ikea.com/de/de/p/alpstuga-luftqualitaetssensor-smart-50604187/',
  ],
  [
    'code search for "otto.de/p/"',
    'https://www.otto.de/p/bettwaesche-flamand-damai-luxurioeses-design-1670814521/#variationId=1670814522',
  ],
  ['yt-dlp/yt-dlp, yt_dlp/extractor/amazon.py', 'https://www.amazon.co.uk/dp/B098XNCHLD/'],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/amazon.py',
    'https://www.amazon.in/Sony-WH-1000XM4-Cancelling-Headphones-Bluetooth/dp/B0863TXGM3',
  ],
  [
    'code search for "etsy.com/listing/"',
    'https://www.etsy.com/listing/549370705/custom-sublimation-transfers-sizes-up-to?ref=yr_purchases',
  ],
  [
    'code search for "booking.com/hotel/"',
    'https://www.booking.com/hotel/in/bundela-woods-cottage-and-restaurant.en-gb.html',
  ],
  [
    'code search for "airbnb.com/rooms/"',
    'https://www.airbnb.com/rooms/29292935?guests=1&adults=1',
  ],
  [
    'dtrungtin/actor-airbnb-scraper#22',
    'https://cs.airbnb.com/s/New-York--NY--United-States/homes',
  ],
  [
    'ConduciveMammal/theme-explorer#14',
    'https://dawn-theme-default.myshopify.com/?preview_theme_id=126099882040',
  ],
  ['yt-dlp/yt-dlp, yt_dlp/extractor/youtube/_tab.py', 'https://www.youtube.com/shorts/sSM9J5YH_60'],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/youtube/_redirect.py',
    'https://youtu.be/yeWKywCrFtk?list=PL2qgrgXsNUG5ig9cat4ohreBjYLAPC0J5',
  ],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/youtube/_tab.py',
    'https://www.youtube.com/watch?v=FqZTN594JQw&list=PLMYEtVRpaqY00V9W81Cwmzp6N6vZqfUKD4',
  ],
  ['yt-dlp/yt-dlp, yt_dlp/extractor/vimeo.py', 'http://vimeo.com/76979871'],
  ['yt-dlp/yt-dlp, yt_dlp/extractor/instagram.py', 'https://www.instagram.com/p/BQ0eAlwhDrw/'],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/tiktok.py',
    'https://www.tiktok.com/@cookierun_dev/video/7039716639834656002',
  ],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/twitter.py',
    'https://twitter.com/BrooklynNets/status/1349794411333394432?s=20',
  ],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/hrefli.py',
    'https://www.reddit.com/r/cats/comments/12bluel/my_cat_helps_me_with_water/?utm_source=share&utm_medium=android_app&utm_name=androidcss&utm_term=1&utm_content=share_button',
  ],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/facebook.py',
    'https://www.facebook.com/maxlayn/posts/10153807558977570',
  ],
  ['mholzi/beatify#924', 'https://open.spotify.com/playlist/37i9dQZF1DXcBWIGoYBM5M'],
  [
    'artyshko/smd#44',
    'https://open.spotify.com/playlist/3eJWwbnuRG24I05rr8LZ6F?si=O_L6HJSbSlW9PBN16ln7MA',
  ],
  // Documents, places, addresses inside addresses
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/common.py',
    'https://en.wikipedia.org/wiki/Dynamic_Adaptive_Streaming_over_HTTP',
  ],
  [
    'yt-dlp/yt-dlp, yt_dlp/extractor/instagram.py',
    'https://stackoverflow.com/questions/24437823/getting-instagram-post-url-from-media-id',
  ],
  [
    'code search for "openstreetmap.org/node/240109189"',
    'https://www.openstreetmap.org/node/240109189',
  ],
  [
    'code search for "/_next/static/chunks/pages/"',
    'https://host.example/_next/static/chunks/pages/_app-13ee384a0fd50b6c.js',
  ],
  ['code search for "next=%252F"', 'https://tree.taiga.io/login?next=%252Fdiscover'],
  [
    'code search for "=https%253A%252F%252F"',
    'https://www.ti.com/lit/ds/symlink/lm386.pdf?ts=1613454370752&ref_url=https%253A%252F%252Fwww.google.com%252F',
  ],
  [
    'code search for "=https%253A%252F%252F"',
    'https://www.google.com/url?q=https%253A%252F%252Fpypi.org%252Fproject%252FUnalix',
  ],
  [
    'code search for "=https%25253A%25252F%25252F"',
    'https://accounts.snapchat.com/accounts/login?client_id=ads-api&referrer=https%25253A%25252F%25252Fads.snapchat.com%25252Fsetup',
  ],
  [
    'globus/django-globus-portal-framework#46',
    `https://host.example/login/globus/?next=%2Framses%2Fdetail-preview%2Fglobus%253A%252F%252Fb4eab318-fc86-11e7-a5a9-0a448319c2f8%253A%252FORNL%252Fiozone%2F`,
  ],
];
