import { privacyLabel } from '@/components/text/labels';
import { PrivacyIcon } from '@/components/ui/privacy-icon';
import type { Privacy } from '@/lib/report/privacy';

/** A report's privacy, by word and picture. */
export function PrivacyTag({ privacy }: { privacy: Privacy }) {
  return (
    <span class="privacy">
      <PrivacyIcon privacy={privacy} />
      {privacyLabel(privacy)}
    </span>
  );
}
