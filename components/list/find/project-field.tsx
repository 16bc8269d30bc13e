import { i18n } from '#i18n';
import type { ListState } from '@/components/list/list-state';
import { meantProject, shownProject } from '@/lib/report/project';

/** The filter by project, which services match whole; it offers those of the rows at hand. */
export function ProjectField({ list }: { list: ListState }) {
  const seen = new Set(list.rows.value.flatMap(({ project }) => project ?? []));
  return (
    <label>
      <span class="small-label">{i18n.t('list.project')}</span>
      <input
        type="text"
        list="projects"
        placeholder={i18n.t('list.all')}
        spellcheck={false}
        autocomplete="off"
        enterKeyHint="search"
        value={shownProject(list.query.value.project)}
        onChange={(event) => list.change({ project: meantProject(event.currentTarget.value) })}
      />
      <datalist id="projects">
        {[...seen].sort().map((name) => (
          <option key={name} value={shownProject(name)} />
        ))}
      </datalist>
    </label>
  );
}
