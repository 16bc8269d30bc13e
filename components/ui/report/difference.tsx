import { i18n } from '#i18n';
import { countText } from '@/components/text/language';

/** Draws a change such as ▼10. Screen readers get the change in words. */
export function Difference({ difference }: { difference: number }) {
  const points = countText(Math.abs(difference));
  const isRise = difference > 0;
  const words = i18n.t(isRise ? 'reports.rise' : 'reports.fall', [points]);
  return (
    <span class={`difference figures ${isRise ? 'is-rise' : 'is-fall'}`} title={words}>
      <span aria-hidden="true">{`${isRise ? '▲' : '▼'}${points}`}</span>
      <span class="visually-hidden">{words}</span>
    </span>
  );
}
