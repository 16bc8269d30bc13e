import { i18n } from '#i18n';
import type { ListState } from '@/components/list/list-state';
import { isolated } from '@/components/text/isolation';
import { shownProject } from '@/lib/report/project';

/** Shows the reports of the site of the page in front alone, and all again. */
export function SiteToggle({ list: { site } }: { list: ListState }) {
  if (site.name === null) return null;
  return (
    <button
      type="button"
      class="toggle"
      aria-pressed={site.isOn.value}
      title={i18n.t('list.thisSiteOnly', [isolated(shownProject(site.name))])}
      onClick={site.toggle}
    >
      {i18n.t('list.thisSite')}
    </button>
  );
}
