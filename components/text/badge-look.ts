import { i18n } from '#i18n';
import type { ButtonLook } from '@/lib/browser/toolbar-button';
import type { Badge } from '@/lib/browser-ui/badge';
import type { Rating } from '@/lib/report/rating';
import { ratingLabel, resultLabel } from './labels';
import { counted, countText, listOf } from './language';
import { newsTitle } from './notification-words';

const GOOD = '#1b6e3c';
const DECENT = '#8a5300';
const BAD = '#b3261e';
const NEUTRAL = '#4a5654';

const RATING_COLORS = { good: GOOD, decent: DECENT, bad: BAD };

// A badge has at most four characters, such as `999+` and `!99+`.
const MAX_COUNT = 999;
const MAX_ATTENTION_COUNT = 99;

/** @param badge null for a button without a badge */
export function badgeLook(badge: Badge | null): ButtonLook {
  const name = i18n.t('extension.name');
  if (badge === null) return { text: '', background: NEUTRAL, title: name };
  const { text, background, words } = badgeParts(badge);
  return { text, background, title: `${name} · ${words}` };
}

function badgeParts(badge: Badge): { text: string; background: string; words: string } {
  switch (badge.kind) {
    case 'attention': {
      const words = counted('queue.attention', badge.count);
      return { text: `!${cappedCount(MAX_ATTENTION_COUNT, badge.count)}`, background: BAD, words };
    }
    case 'paused': {
      const words = i18n.t('notification.paused');
      return { text: `!${cappedCount(MAX_ATTENTION_COUNT, badge.count)}`, background: BAD, words };
    }
    case 'waiting': {
      const { creations, changes } = badge;
      const waiting = [
        creations > 0 && counted('queue.creations', creations),
        changes > 0 && counted('queue.changes', changes),
      ].filter((part) => part !== false);
      const words = i18n.t('queue.wait', [listOf(waiting)]);
      return { text: cappedCount(MAX_COUNT, creations + changes), background: NEUTRAL, words };
    }
    case 'created': {
      const { result, score } = badge;
      const look = result === null ? { text: '✓', background: NEUTRAL } : ratingLook(result, score);
      return { ...look, words: newsTitle('created', badge) };
    }
    case 'page':
      return {
        ...ratingLook(badge.result, badge.score),
        words: i18n.t('badge.page', [resultLabel(badge)]),
      };
  }
}

function cappedCount(limit: number, count: number): string {
  return count > limit ? `${countText(limit)}+` : countText(count);
}

/** Without a score, shows the first letter of the rating for people who see no colours. */
function ratingLook(rating: Rating, score: number | null) {
  const [letter = ''] = ratingLabel(rating);
  return { text: score === null ? letter : countText(score), background: RATING_COLORS[rating] };
}
