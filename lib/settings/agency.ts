import { z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';
import { isColor, isLogo } from './agency-values';
import type { Policy } from './policy';

/** What the sheets for clients show about the agency, for all connections. */
export interface Agency {
  /** Empty for no name. */
  name: string;
  /** The colour of lines on the sheet, as `#rrggbb`. No text has this colour. */
  color: string;
  /** A data URL of a PNG or SVG image; null for no logo. */
  logo: string | null;
}

export const INITIAL_AGENCY: Agency = { name: '', color: '#000000', logo: null };

const StoredAgency: z.ZodMiniType<Agency> = z.object({
  name: z.catch(z.string(), INITIAL_AGENCY.name),
  color: z.catch(z.string().check(z.refine(isColor)), INITIAL_AGENCY.color),
  logo: z.catch(z.nullable(z.string().check(z.refine(isLogo))), INITIAL_AGENCY.logo),
});

/**
 * The person's choices, to which the policy is not applied. The item is separate from the preferences,
 * because the popup reads the preferences and needs no logo.
 */
export const agencyItem = storedItem('local', 'agency', StoredAgency);

export async function changeAgency(change: Partial<Agency>): Promise<void> {
  await agencyItem.update((before) => ({ ...INITIAL_AGENCY, ...before, ...change }));
}

/** Returns the agency with the policy applied. */
export function agencyWithPolicy(chosen: Agency | undefined, policy: Policy | undefined): Agency {
  const { name, color, logo } = chosen ?? INITIAL_AGENCY;
  return {
    name: policy?.agencyName ?? name,
    color: policy?.agencyColor ?? color,
    logo: policy?.agencyLogo ?? logo,
  };
}
