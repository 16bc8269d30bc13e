import { privacyLabel } from '@/components/text/labels';
import { PrivacyIcon } from '@/components/ui/fields/privacy-icon';
import type { Privacy } from '@/lib/report/privacy';

interface PrivacyTagProps {
  privacy: Privacy;
  /** Where there is no room for the word. */
  isPictureAlone?: boolean;
}

/** A report's privacy, by word and picture. */
export function PrivacyTag({ privacy, isPictureAlone = false }: PrivacyTagProps) {
  const label = privacyLabel(privacy);
  return (
    <span class="privacy pictured" title={isPictureAlone ? label : undefined}>
      <PrivacyIcon privacy={privacy} />
      <span class={isPictureAlone ? 'unseen' : ''}>{label}</span>
    </span>
  );
}
