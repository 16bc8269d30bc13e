import { i18n } from '#i18n';
import { failureMessage } from '@/components/text/messages/failure-message';
import { SelectField } from '@/components/ui/fields/select-field';
import { AlertLine } from '@/components/ui/message-lines';
import { MOST_IN_FLIGHT } from '@/lib/settings/preferences';
import type { PreferenceSettings } from './preferences-state';

/** In seconds. */
const PAUSES = [0, 1, 2, 5, 10, 30, 60];

/** How quickly reports are created. */
export function SpeedRegion({ preferences }: { preferences: PreferenceSettings }) {
  const { creationsInFlight, creationPause } = preferences.current.value;
  const unstored = preferences.unstored.value;
  const hasFailed = unstored.has('creationsInFlight') || unstored.has('creationPause');
  const counts = Array.from({ length: MOST_IN_FLIGHT }, (_, index) => String(index + 1));
  return (
    <section class="card" aria-labelledby="speed-heading">
      <h2 id="speed-heading">{i18n.t('options.speed')}</h2>
      <p class="hint">{i18n.t('options.speedHint')}</p>
      <div class="side-by-side">
        <SelectField
          label={i18n.t('options.creationsInFlight')}
          value={String(creationsInFlight)}
          options={counts.map((value) => ({ value, label: value }))}
          onChoose={(value) => void preferences.change({ creationsInFlight: Number(value) })}
        />
        <SelectField
          label={i18n.t('options.creationPause')}
          value={String(creationPause)}
          options={PAUSES.map((pause) => ({
            value: String(pause),
            label:
              pause === 0 ? i18n.t('options.noPause') : i18n.t('options.pauseSeconds', [pause]),
          }))}
          onChoose={(value) => void preferences.change({ creationPause: Number(value) })}
        />
      </div>
      <AlertLine>{hasFailed && failureMessage({ code: 'notStored' })}</AlertLine>
    </section>
  );
}
