import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import type { ListState } from '@/components/list/list-state';
import { shownProject } from '@/lib/archive/project-suggestions';

interface ProjectFieldProps {
  list: ListState;
  /** Stands beside the field. */
  children: ComponentChildren;
}

/** The filter by project, with the projects of the reports at hand as suggestions. */
export function ProjectField({ list, children }: ProjectFieldProps) {
  const { project } = list;
  const projects = project.offered.value;
  return (
    <>
      <label>
        <span class="small-label">{i18n.t('list.project')}</span>
        <input
          id="project"
          type="text"
          placeholder={i18n.t('list.all')}
          spellcheck={false}
          autocomplete="off"
          enterKeyHint="search"
          value={project.text.value}
          onInput={(event) => project.enter(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.isComposing) project.apply();
          }}
        />
      </label>
      {children}
      {projects.length > 0 && (
        <ul class="chips" aria-label={i18n.t('list.projects')}>
          {projects.map((name) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => {
                  project.apply(name);
                  // The button goes away, and the focus must not go with it.
                  document.getElementById('project')?.focus();
                }}
              >
                <bdi>{shownProject(name)}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
