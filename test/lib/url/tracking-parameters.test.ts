import { describe, expect, it } from 'vitest';
import { TRACKING_PARAMETER } from '@/lib/url/tracking-parameters';

// Sources: ClearURLs/Rules, data.min.json; brave/brave-core, query_filter; for `amp;`, addresses that were copied
// out of HTML.
const KNOWN = `utm_source utm_medium utm_id gclid gclsrc dclid gbraid wbraid gad_source srsltid _ga _gl
  fbclid msclkid ttclid twclid li_fat_id igshid epik yclid mc_cid mc_eid mkt_tok _hsenc _hsmi
  hsCtaTracking __hstc __hsfp vero_id oly_anon_id oly_enc_id rb_clickid wickedid s_cid _openstat
  mtm_campaign matomo_kwd pk_campaign piwik_keyword hsa_cam ScCid __s UTM_Source GCLID amp;utm_medium
  amp;amp;gclid`;

/** Parameters that may select the content of a page. */
const OTHERS = `ref source id q s p page cid sid lang campaign from medium share tag spm src v t gl pk ga
  utm amp amp;q my_utm_source gclids xgclid hs _s mc fbclid2 filter[utm_source]`;

describe('TRACKING_PARAMETER', () => {
  it('matches known tracking parameters, and no other parameters', () => {
    const isKnown = (name: string) => TRACKING_PARAMETER.test(name);
    expect(KNOWN.split(/\s+/).filter((name) => !isKnown(name))).toEqual([]);
    expect(['', ...OTHERS.split(/\s+/)].filter(isKnown)).toEqual([]);
  });
});
