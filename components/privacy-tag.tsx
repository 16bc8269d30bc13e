import { Privacy } from '@/lib/model/privacy';
import { Icon, type IconName } from './icon';
import { privacyLabel } from './labels';

const ICONS: Record<Privacy, IconName> = {
  [Privacy.Public]: 'globe',
  [Privacy.Private]: 'lock',
  [Privacy.Password]: 'key',
};

/** A report's privacy, by word and picture. */
export function PrivacyTag({ privacy }: { privacy: Privacy }) {
  return (
    <span class="privacy">
      <Icon name={ICONS[privacy]} />
      {privacyLabel(privacy)}
    </span>
  );
}
