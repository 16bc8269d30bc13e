import { privacyLabel } from '@/components/text/labels';
import { PrivacyIcon } from '@/components/ui/fields/privacy-icon';
import type { Privacy } from '@/lib/report/privacy';

interface PrivacyTagProps {
  privacy: Privacy;
}

/** The icon and the word of a privacy. The styles of narrow lists and tables hide the word. */
export function PrivacyTag({ privacy }: PrivacyTagProps) {
  return (
    <span class="privacy with-icon">
      {PrivacyIcon({ privacy })}
      <span>{privacyLabel(privacy)}</span>
    </span>
  );
}
