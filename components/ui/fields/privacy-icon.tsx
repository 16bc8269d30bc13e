import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icons';
import { Privacy } from '@/lib/report/privacy';

const PRIVACY_ICONS: Record<Privacy, IconName> = {
  [Privacy.Public]: 'globe',
  [Privacy.Private]: 'lock',
  [Privacy.Password]: 'key',
};

export function PrivacyIcon({ privacy }: { privacy: Privacy }) {
  return Icon({ name: PRIVACY_ICONS[privacy] });
}
