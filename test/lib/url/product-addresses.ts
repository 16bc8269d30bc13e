// Address formats of well-known products, each with the documentation of the format. Values are
// made up.

const HEX = '9f86d081884c7d659a2feaa0c55ad015';

/** Addresses that give access to private content, or invite to private groups. */
export const PRODUCT_SECRETS: readonly [source: string, address: string][] = [
  // Shared files and boards
  ['Figma REST API, file keys', 'https://www.figma.com/file/Hq3vY7kTz0Lw9RmXe2JbN5/Homepage'],
  [
    'Figma REST API, design links',
    'https://www.figma.com/design/Hq3vY7kTz0Lw9RmXe2JbN5/Shop?node-id=1-2',
  ],
  ['Figma help, share prototypes', 'https://www.figma.com/proto/Hq3vY7kTz0Lw9RmXe2JbN5/Shop'],
  ['Figma help, FigJam boards', 'https://www.figma.com/board/hqbvykTzLwRmXeJbNdfghj/Ideas'],
  [
    'Dropbox forum, shared link scl to s',
    'https://www.dropbox.com/s/q8x2m4k7p1z9w3r/offer.pdf?dl=0',
  ],
  [
    'Dropbox forum, shared folders',
    'https://www.dropbox.com/sh/abcqzhgtrwplmnb/AADhQ3vY7kTz0Lw9RmXe2JbNa',
  ],
  [
    'Dropbox forum, rlkey',
    'https://www.dropbox.com/scl/fi/q8x2m4k7p1z9w3r/a.pdf?rlkey=k2h8x4mz7qp1w9r3t5yv6b0nd&dl=0',
  ],
  ['Dropbox Transfer help', 'https://www.dropbox.com/t/Hq3vY7kTz0Lw9RmX'],
  ['Airtable support, share links', 'https://airtable.com/shrQ8x2M4k7P1z9W3'],
  [
    'Airtable support, shares of a base',
    'https://airtable.com/appQ8x2M4k7P1z9W3/shrabCdeFghIjkLmN',
  ],
  [
    'Google Drive help, share a file',
    'https://drive.google.com/file/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs/view?usp=sharing',
  ],
  [
    'Google Drive help, share a folder',
    'https://drive.google.com/drive/folders/1Hq3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1',
  ],
  [
    'Google Sheets help',
    'https://docs.google.com/spreadsheets/d/1Hq3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1iOqKyV4tE/edit#gid=0',
  ],
  ['OneDrive help, share files', 'https://1drv.ms/w/s!AhQ3vY7kTz0Lw9RmXe2'],
  [
    'SharePoint help, anyone links',
    'https://acme.sharepoint.com/:w:/s/shop/EhQ3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1?e=4hQ3vY',
  ],
  ['WeTransfer help', `https://wetransfer.com/downloads/${HEX}20260301/a1b2c3`],
  ['WeTransfer help, short links', 'https://we.tl/t-Hq3vY7kTz0'],
  ['Box support, shared links', 'https://app.box.com/s/q8x2m4k7p1z9w3r5t6yv0bndcfghjkla'],
  ['Notion help, published pages', `https://www.notion.so/Plan-${HEX}`],
  ['Miro help, share boards', 'https://miro.com/app/board/uXjVNhQ3vYk=/'],
  ['Miro help, invitations', 'https://miro.com/welcomeonboard/Hq3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1'],
  ['Loom help, share links', `https://www.loom.com/share/${HEX}`],
  [
    'Canva help, view links',
    'https://www.canva.com/design/DAFhQ3vY7kT/Lw9RmXe2JbN5uFcGpD8sA1/view',
  ],
  [
    'Trello support, board invitations',
    'https://trello.com/invite/b/Hq3vY7kT/ATTIhQ3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1/plan',
  ],
  ['Smartsheet help, published sheets', `https://app.smartsheet.com/b/publish?EQBCT=${HEX}`],
  ['Typeform help, private results', 'https://acme.typeform.com/report/Hq3vY7kT/z0Lw9RmXe2JbN5uF'],
  ['iCloud help, shared albums', 'https://www.icloud.com/sharedalbum/#B0aJzh3vYk7Tz0L'],
  ['Google Photos help', 'https://photos.app.goo.gl/Hq3vY7kTz0Lw9RmX8'],
  ['Overleaf docs, link sharing', 'https://www.overleaf.com/read/hqbvyktzlwrm#9f86d0'],
  ['Nextcloud manual, public links', 'https://cloud.host.example/index.php/s/Hq3vY7kTz0Lw9Rm'],
  // Previews of unpublished pages
  [
    'HubSpot knowledge base, preview links',
    'https://blog.host.example/-temporary-slug-1?hs_preview=HqbvYkTz-123456789',
  ],
  [
    'HubSpot content previews',
    'https://host.example/offer?hs_preview_key=Hq3vY7kTz0Lw9Rm&portalId=123',
  ],
  [
    'WordPress post_preview()',
    'https://host.example/?p=152&preview_id=152&preview_nonce=3f2a9b1c1d&preview=true',
  ],
  ['Public Post Preview (WordPress)', 'https://host.example/?p=152&preview=1&_ppp=3f2a9b1c1d'],
  [
    'WordPress.com preview links',
    'https://host.example/?p=152&preview=true&frame-nonce=3f2a9b1c1d',
  ],
  ['Shopify help, preview themes', 'https://shop.example/?preview_key=3f2a9b1c1d2e'],
  ['Shopify help, shareable previews', 'https://hq3vy7ktz0lw9rm-12345.shopifypreview.com/'],
  ['Squarespace, draft previews', 'https://host.example/post?previewToken=abcdefgh'],
  [
    'Vercel docs, protection bypass',
    'https://app.host.example/?x-vercel-protection-bypass=Hq3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1',
  ],
  ['Contentful docs, preview', 'https://host.example/api/preview?secret=abc&slug=a'],
  // Links in mails
  [
    'Mailchimp, unsubscribe links',
    `https://acme.us1.list-manage.com/unsubscribe?u=${HEX.slice(0, 25)}&id=3f2a9b1c1d&e=4b5c6d7e8f`,
  ],
  [
    'Mailchimp, update profile',
    `https://acme.us1.list-manage.com/profile?u=${HEX.slice(0, 25)}&id=3f2a9b1c1d&e=4b5c6d7e8f`,
  ],
  ['unsubscribe links of shops', 'https://host.example/unsubscribe?u=18472&h=3f2a9b1c'],
  [
    'HubSpot, mail preferences',
    'https://host.example/hs/preferences-center/en/direct?data=W2nXS-N30h-B5W3K2MTd',
  ],
  [
    'SendGrid docs, click tracking',
    'https://u12345.ct.sendgrid.net/ls/click?upn=Hq3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1iOqK-2FyV4tE',
  ],
  [
    'Django, password_reset_confirm',
    'https://host.example/accounts/reset/MQ/c4k7p1-3f2a9b1c1d2e3f4a5b6c7d8e9f0a1b2c/',
  ],
  [
    'Laravel, password reset',
    'https://host.example/password/reset/9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d65?email=a',
  ],
  [
    'Supabase docs, magic links',
    'https://host.example/auth/v1/verify?token=3f2a9b1c&type=magiclink&redirect_to=https://a.example',
  ],
  [
    'Firebase docs, mail actions',
    'https://app.firebaseapp.com/__/auth/action?mode=resetPassword&oobCode=HqbvYkTzLwRmXeJbNdfg',
  ],
  [
    'Auth0 docs, invitations',
    'https://host.example/login?invitation=HqbvYkTzLwRmXeJbNdfg&organization=org_1',
  ],
  [
    'doubly encoded address to go on to',
    'https://host.example/login?next=%252Freset%253Ftoken%253Dabc',
  ],
  [
    'thrice encoded address to go on to',
    'https://host.example/login?next=https%25253A%25252F%25252Fa.example%25252F%25253Ftoken%25253Dabc',
  ],
  // Signed addresses
  [
    'Amazon S3 docs, version 4',
    'https://b.s3.amazonaws.com/a.pdf?X-Amz-Credential=a&X-Amz-Signature=9f86',
  ],
  [
    'Amazon CloudFront docs',
    'https://d1.cloudfront.net/a.mp4?Expires=1&Signature=abc&Key-Pair-Id=K2',
  ],
  ['Azure docs, SAS', 'https://a.blob.core.windows.net/c/f?sv=2022-11-02&sig=abc%3D'],
  [
    'Google Cloud docs, signed addresses',
    'https://storage.googleapis.com/b/o?X-Goog-Signature=9f86',
  ],
  [
    'Firebase docs, downloads',
    'https://firebasestorage.googleapis.com/v0/b/a/o/f?alt=media&token=9f86d081-884c-4d65-9a2f-eaa0c55ad015',
  ],
  // Calendars, hooks, invitations
  [
    'Google Calendar help, secret address',
    `https://calendar.google.com/calendar/ical/a/private-${HEX}/basic.ics`,
  ],
  [
    'Outlook help, published calendars',
    `https://outlook.office365.com/owa/calendar/${HEX}/${HEX}/calendar.ics`,
  ],
  [
    'Slack docs, incoming webhooks',
    'https://hooks.slack.com/services/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',
  ],
  [
    'Discord docs, webhooks',
    'https://discord.com/api/webhooks/1234567890/Hq3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1iOqKyV4tE',
  ],
  ['Zapier help, catch hooks', 'https://hooks.zapier.com/hooks/catch/1234567/o4k7p1z/'],
  ['Discord help, invitations', 'https://discord.gg/hQ3vY7kT'],
  [
    'Slack help, invitations',
    'https://join.slack.com/t/acme/shared_invite/zt-1hq3vy7kt-z0Lw9RmXe2JbN5uFcGpD8s',
  ],
  ['WhatsApp help, invitations', 'https://chat.whatsapp.com/Hq3vY7kTz0Lw9RmXe2JbN5'],
  ['Telegram docs, invitations', 'https://t.me/+Hq3vY7kTz0Lw9RmX'],
  [
    'Microsoft Teams help, meetings',
    'https://teams.microsoft.com/l/meetup-join/19%3ameeting_Hq3vY7kTz0Lw9RmXe2JbN5uFcGpD8sA1%40thread.v2/0',
  ],
  ['Zoom support, embedded passcodes', 'https://us02web.zoom.us/j/1234567890?pwd=abc'],
  [
    'GitHub docs, raw files of private repositories',
    'https://raw.githubusercontent.com/a/b/main/c?token=GHSAT0AAA',
  ],
];

/** Public addresses: real ones, or made up in the format of real sites. */
export const PRODUCT_HARMLESS: readonly string[] = [
  'https://www.figma.com/community/file/1035203688168086460/material-3-design-kit',
  'https://www.figma.com/pricing/',
  'https://www.dropbox.com/features/share',
  'https://airtable.com/templates/project-tracker',
  'https://www.notion.so/help/guides/what-is-a-database',
  'https://www.canva.com/templates/EAFhWMaXv5c-pink-modern-fashion-instagram-post/',
  'https://miro.com/templates/mind-map/',
  'https://trello.com/templates/project-management',
  'https://www.loom.com/blog/share-video',
  'https://discord.com/blog/how-discord-stores-trillions-of-messages',
  'https://slack.com/intl/de-de/help/articles/201330256-Einladungen',
  'https://wordpress.org/plugins/public-post-preview/',
  'https://host.example/blog/preview-of-the-season?preview=true',
  'https://www.nytimes.com/2024/05/01/technology/personaltech/passkeys-passwords.html',
  'https://www.theguardian.com/world/2024/may/01/a-very-long-headline-with-many-words-in-it-2024',
  'https://www.bbc.co.uk/news/articles/c4n1w9x7yq2o',
  'https://www.zalando.de/nike-sportswear-air-max-90-sneaker-low-white-ni115d01x-a11.html',
  'https://www.ikea.com/de/de/p/billy-buecherregal-weiss-00263850/',
  'https://www.otto.de/p/bosch-waschmaschine-wan28k43-8-kg-1400-u-min-S0N0X0E5/',
  'https://www.amazon.de/dp/B0BSHF7WHW?th=1&psc=1',
  'https://www.etsy.com/listing/1234567890/handmade-leather-wallet?ref=shop_home_feat_1',
  'https://www.booking.com/hotel/de/adlon.de.html?checkin=2026-05-01&checkout=2026-05-03&group_adults=2',
  'https://www.airbnb.de/rooms/12345678?adults=2&check_in=2026-05-01',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/jNQXAC9IVRw?t=3',
  'https://www.youtube.com/shorts/aqz-KE-bpKQ',
  'https://vimeo.com/76979871',
  'https://www.instagram.com/p/CuZ3YhXo7kL/',
  'https://www.tiktok.com/@nasa/video/7231338487075638570',
  'https://x.com/nasa/status/1445433541234567890?s=20',
  'https://www.reddit.com/r/webdev/comments/1c8k2p9/how_do_you_name_things/',
  'https://stackoverflow.com/questions/11227809/why-is-processing-a-sorted-array-faster',
  'https://en.wikipedia.org/wiki/Secret_sharing',
  'https://github.com/preactjs/preact/blob/main/src/create-element.js#L20-L30',
  'https://doi.org/10.1145/3292500.3330701',
  'https://arxiv.org/abs/2401.12345v2',
  'https://cdn.host.example/assets/app.4f3c2b1a9d8e.min.js',
  'https://host.example/_next/static/chunks/pages/index-8f2c1d3e4b5a6978.js',
  'https://host.example/s/search-results?u=example&h=400&w=600',
  'https://host.example/newsletter?utm_source=spring&utm_medium=email&utm_campaign=2026-05_a1b2',
  'https://host.example/unsubscribe?lang=de',
  'https://host.example/login?next=%252Faccount%252Forders',
  'https://open.spotify.com/playlist/37i9dQZF1DXcBWIGoYBM5M',
  'https://www.openstreetmap.org/node/240109189#map=19/52.51628/13.37770',
];
