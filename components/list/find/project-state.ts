import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import {
  meantProject,
  offeredProjects,
  projectOfPage,
  shownProject,
  typedProject,
} from '@/lib/archive/project-suggestions';

interface ProjectFilterTools {
  /** The project that the list is asked for; empty for all. */
  project: ReadonlySignal<string>;
  /** The projects of the reports known here. */
  seen: ReadonlySignal<readonly string[]>;
  /** The page in front; null where there is none, or nothing may be said of it. */
  pageUrl: string | null;
  /** Asks for another project. */
  ask(project: string): void;
}

/** The filter by project: as it is typed, and at one press for the site of the page in front. */
export function createProjectFilter({ project, seen, pageUrl, ask }: ProjectFilterTools) {
  const text = signal(shownProject(project.peek()));
  /** What was asked for before the site of the page was. */
  const former = signal<string | null>(null);
  const site = computed(() => (pageUrl === null ? null : projectOfPage(pageUrl, seen.value)));
  const isSite = computed(() => site.value !== null && project.value === site.value);

  function set(name: string, before: string | null): void {
    batch(() => {
      text.value = shownProject(name);
      former.value = before;
      ask(name);
    });
  }

  return {
    /** What is typed; the query has it once it is asked for. */
    text: text as ReadonlySignal<string>,
    /** Of the projects seen in reports, a few that go with what is typed. */
    offered: computed(() => offeredProjects(seen.value, text.value)),
    /** The project of the page in front; null where there is none. */
    site: site as ReadonlySignal<string | null>,
    /** Whether the list is that of the page's site. */
    isSite: isSite as ReadonlySignal<boolean>,
    /** Types a project, which the service matches whole: it is asked at once for one that is known. */
    enter(typed: string): void {
      text.value = typed;
      const name = typed.trim() === '' ? '' : typedProject(seen.value, typed);
      if (name === undefined) return;
      former.value = null;
      ask(name);
    },
    /** Asks for the project as it is typed, or for another one that was chosen. */
    apply(chosen = meantProject(seen.value, text.value)): void {
      set(chosen, null);
    },
    /** Asks for the site of the page in front, and then again for what was asked for before. */
    toggleSite(): void {
      if (site.value === null) return;
      if (isSite.value) set(former.value ?? '', null);
      else set(site.value, project.value);
    },
    /** No project is asked for any more, whoever says so. */
    forget(): void {
      text.value = '';
      former.value = null;
    },
    /** The project to be remembered: the site is for the page in front alone. */
    kept: (): string => former.value ?? project.value,
  };
}

/** The filter by project, and the site of the page in front. */
export type ProjectFilter = ReturnType<typeof createProjectFilter>;
