/**
 * Sources: Brave's query filter, Firefox's query stripping, the documentation of advertising and
 * mail services. Omits `ref`, `source`, `cid` and `spm`, which select content on some sites.
 */
const NAMES =
  // Clicks on advertisements
  'gclid|gclsrc|dclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|' +
  'fbclid|msclkid|ttclid|twclid|li_fat_id|epik|rdt_cid|sccid|tblci|' +
  'yclid|ymclid|ysclid|irclickid|rb_clickid|unicorn_click_id|wickedid|' +
  'ef_id|s_kwcid|vgo_ee|' +
  // Shared from an application
  'igshid|igsh|mibextid|fb_action_ids|fb_action_types|fb_comment_id|' +
  '_branch_match_id|_branch_referrer|guce_referrer|guce_referrer_sig|' +
  // Web analytics
  '_ga|_gl|_openstat|s_cid|at_recipient_id|at_recipient_list|' +
  'sc_customer|sc_eh|sc_uid|' +
  // Newsletters and marketing automation
  'mc_cid|mc_eid|mc_tc|mkt_tok|_hsenc|_hsmi|hsctatracking|' +
  'vero_id|vero_conv|oly_anon_id|oly_enc_id|ml_subscriber|ml_subscriber_hash|' +
  '__s|_bhlid|_ke|_kx|bbeml|bsft_clkid|bsft_uid|dm_i|et_rid|' +
  'oft_c|oft_ck|oft_d|oft_id|oft_ids|oft_k|oft_lk|oft_sk|ss_email_id';

/** Prefixes of Urchin, Matomo (formerly Piwik) and HubSpot. */
const PREFIXES = 'utm_|mtm_|matomo_|pk_|piwik_|__hs|hsa_';

/** Matches a decoded name. HTML encoding may have left `amp;` before the name. */
export const TRACKING_PARAMETER = new RegExp(`^(?:amp;)*(?:(?:${NAMES})$|${PREFIXES})`, 'i');

/** Returns the decoded name of a `name=value` part. */
export function parameterName(part: string): string {
  const [name = ''] = new URLSearchParams(part).keys();
  return name;
}

export function withoutTracking(address: string): string {
  const others = trackingPieces(address).filter(({ isTracking }) => !isTracking);
  return others.map(({ text }) => text).join('');
}

/** A part of an address with its separator. Without the tracking pieces, the address stays valid. */
interface AddressPiece {
  text: string;
  isTracking: boolean;
}

export function trackingPieces(address: string): AddressPiece[] {
  const [, start = '', query = '', fragment = ''] = /^([^?#]*)\?([^#]*)(#.*)?$/.exec(address) ?? [];
  const parts = query.split('&').map((text) => ({
    text,
    isTracking: TRACKING_PARAMETER.test(parameterName(text)),
  }));
  if (parts.every(({ isTracking }) => !isTracking)) return [{ text: address, isTracking: false }];
  const end = { text: fragment, isTracking: false };
  const hasOtherParameter = parts.some(({ text, isTracking }) => text !== '' && !isTracking);
  if (!hasOtherParameter) {
    return [{ text: start, isTracking: false }, { text: `?${query}`, isTracking: true }, end];
  }
  // After the removal of tracking parameters, the first other parameter follows the question mark, without `&`.
  const firstOther = parts.findIndex(({ isTracking }) => !isTracking);
  const pieces = parts.map(({ text, isTracking }, index) => {
    if (index < firstOther) return { text: `${text}&`, isTracking };
    return { text: index === firstOther ? text : `&${text}`, isTracking };
  });
  return [{ text: `${start}?`, isTracking: false }, ...pieces, end];
}
