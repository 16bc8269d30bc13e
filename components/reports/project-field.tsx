import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import type { ReportList } from '@/lib/page/report-list';

interface ProjectFieldProps {
  list: ReportList;
  /** Stands beside the field. */
  children: ComponentChildren;
}

/** The filter by project, with the projects of the reports at hand as suggestions. */
export function ProjectField({ list, children }: ProjectFieldProps) {
  const projects = list.projects.value;
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
          value={list.project.value}
          onInput={(event) => list.enterProject(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.isComposing) list.applyProject();
          }}
        />
      </label>
      {children}
      {projects.length > 0 && (
        <ul class="chips" aria-label={i18n.t('list.projects')}>
          {projects.map((project) => (
            <li key={project}>
              <button
                type="button"
                onClick={() => {
                  list.applyProject(project);
                  // The button goes away, and the focus must not go with it.
                  document.getElementById('project')?.focus();
                }}
              >
                <bdi>{project}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
