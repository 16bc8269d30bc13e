import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { shownProject } from '@/lib/archive/project-suggestions';
import type { ProjectFilter } from './project-state';

/** Shows the reports of the site of the page in front alone, and all again. */
export function SiteToggle({ project }: { project: ProjectFilter }) {
  const site = project.site.value;
  if (site === null) return null;
  return (
    <button
      type="button"
      class="toggle"
      aria-pressed={project.isSite.value}
      title={i18n.t('list.thisSiteOnly', [isolated(shownProject(site))])}
      onClick={project.toggleSite}
    >
      {i18n.t('list.thisSite')}
    </button>
  );
}
