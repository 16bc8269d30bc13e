import { Icon } from '@/components/ui/icon';
import { Privacy } from '@/lib/report/privacy';

/** A globe, a lock and a key. */
const OUTLINES: Record<Privacy, string> = {
  [Privacy.Public]:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18',
  [Privacy.Private]: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  [Privacy.Password]: 'M9 15a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M8 12.5 18 3m-4 4 3 3',
};

/** The picture of a privacy setting, beside its word. */
export function PrivacyIcon({ privacy }: { privacy: Privacy }) {
  return <Icon outline={OUTLINES[privacy]} />;
}
