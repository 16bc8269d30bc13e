import { decodedText } from '@/lib/url/enclosed-address';
import { alternations, isCode } from './random-text';

/**
 * Links that give access, or receive data, without a sign-in. For sources, see
 * `test/lib/url/product-addresses.ts`.
 */
const SHARED_PATHS: readonly [host: string, path: RegExp][] = [
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
  ['zoom.us', /^\/(?:clips|rec)\/(?:share|play)\/./],
];

/** Matches a shared file of a Nextcloud server, on any host. */
const NEXTCLOUD = /\/index\.php\/s\/\w{10}/;

/** A Nextcloud path without `index.php`. By default, a token has 15 letters and digits. */
const SHORT_NEXTCLOUD = /\/s\/([A-Za-z\d]{15})(?:\/|$)/;

/** Matches an unpublished post of a Ghost blog, on any host. */
const GHOST_DRAFT = /\/p\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/?$/i;

const DISCORD_INVITATION = /^(?:www\.)?discord(?:\.gg|(?:app)?\.com\/invite)\/(\w+)/;

/** Whether a link shares content, invites people or receives data without a sign-in. */
export function isSharedLink({ hostname, pathname }: URL): boolean {
  const path = decodedText(pathname);
  if (NEXTCLOUD.test(path) || GHOST_DRAFT.test(path)) return true;
  const [, token = ''] = SHORT_NEXTCLOUD.exec(path) ?? [];
  if (alternations(token) >= 3) return true;
  // An invitation to a public community is a lower-case word.
  const [, code = ''] = DISCORD_INVITATION.exec(hostname + path) ?? [];
  if (isCode(code) || /[a-z][A-Z]/.test(code)) return true;
  return SHARED_PATHS.some(([host, sharedPath]) => {
    const isOnHost = hostname === host || hostname.endsWith(`.${host}`);
    return isOnHost && sharedPath.test(path);
  });
}

const MAIL_SETTINGS_PATH =
  /(?:^|[/_-])(?:unsub(?:scribe)?|opt-?out|(?:email|manage|mail)-preferences|preferences-center)(?:[/._-]|$)/i;

export function isMailSettings({ pathname }: URL): boolean {
  return MAIL_SETTINGS_PATH.test(pathname);
}
