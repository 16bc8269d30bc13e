import { i18n } from '#i18n';
import { countText } from '@/components/text/language';

/** By how many points a score has risen or fallen: ▼10, which a screen reader hears in words. */
export function Difference({ difference }: { difference: number }) {
  const points = countText(Math.abs(difference));
  const isRise = difference > 0;
  const words = i18n.t(isRise ? 'reports.rise' : 'reports.fall', [points]);
  return (
    <span class={`difference figures ${isRise ? 'is-rise' : 'is-fall'}`} title={words}>
      <span aria-hidden="true">{`${isRise ? '▲' : '▼'}${points}`}</span>
      <span class="unseen">{words}</span>
    </span>
  );
}
