import { i18n } from '#i18n';
import type { UnkeptReason } from '@/lib/connection/connection';

/** Why a list is not kept; null where it is, or where nobody would expect it to be. */
export function unkeptSentence(reason: UnkeptReason | null): string | null {
  switch (reason) {
    case 'no-space':
      return i18n.t('list.unkeptNoSpace');
    case 'too-large':
      return i18n.t('list.unkeptTooLarge');
    case 'private':
    case null:
      return null;
  }
}
