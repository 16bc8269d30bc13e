import { decodedText } from '@/lib/url/decoded-text';
import { isCode } from './random-text';

/**
 * Products whose links open what is shared, or act, for whoever knows them: the end of the host, and the path.
 * test/lib/url/product-addresses.ts names where each product documents its links.
 */
const SHARING: readonly [host: string, path: RegExp][] = [
  ['figma.com', /^\/(?:file|design|proto|board|slides|deck|make)\/\w{20}/],
  ['dropbox.com', /^\/(?:s|sh|t|scl|request)\/./],
  ['airtable.com', /\/(?:shr|inv)\w{10}/],
  ['docs.google.com', /\/d\/./],
  ['drive.google.com', /^\/(?:file\/d|drive\/folders)\/./],
  ['photos.app.goo.gl', /^\/./],
  ['1drv.ms', /^\/./],
  ['sharepoint.com', /^\/:\w:\//],
  ['we.tl', /^\/t-/],
  ['wetransfer.com', /^\/downloads\/./],
  ['box.com', /^\/s\/./],
  ['miro.com', /^\/(?:app\/board|welcomeonboard)\/./],
  ['loom.com', /^\/share\/./],
  ['canva.com', /^\/design\/./],
  ['typeform.com', /^\/report\/./],
  ['icloud.com', /^\/(?:shared\w*|iclouddrive|photos)\//],
  ['overleaf.com', /^\/(?:read\/.|\d{6,}[a-z])/],
  ['shopifypreview.com', /^/],
  ['hooks.slack.com', /^\/./],
  ['hooks.zapier.com', /^\/./],
  ['discord.com', /^\/api\/webhooks\/./],
  ['chat.whatsapp.com', /^\/\w{15}/],
  ['t.me', /^\/(?:\+|joinchat\/)./],
];

/** A file that a Nextcloud shares, on any host. */
const NEXTCLOUD = /\/index\.php\/s\/\w{10}/;

/** Whether an address is a link by which a well-known product shares, invites, or takes in data. */
export function isSharedLink({ hostname, pathname }: URL): boolean {
  const path = decodedText(pathname);
  if (NEXTCLOUD.test(path)) return true;
  // Communities choose words for the invitations that they publish.
  if (hostname === 'discord.gg') return isCode(path);
  return SHARING.some(
    ([host, shared]) => (hostname === host || hostname.endsWith(`.${host}`)) && shared.test(path),
  );
}

/** A place where a person who got a mail is known by the link alone. */
const MAIL_SETTINGS =
  /(?:^|[/_-])(?:unsub(?:scribe)?|opt-?out|(?:email|manage|mail)-preferences|preferences-center)(?:[/._-]|$)/i;

/** Whether an address ends a subscription: then each number or code in its query names a person. */
export function isMailSettings({ pathname }: URL): boolean {
  return MAIL_SETTINGS.test(pathname);
}
