import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { projectOfPage } from '@/lib/report/project';

interface SiteToggleTools {
  /** The page in front; null where there is none. */
  pageUrl: string | null;
  /** The project that the list is asked for; empty for all. */
  project: ReadonlySignal<string>;
  /** Asks for another project. */
  ask(project: string): void;
}

/** The toggle between the reports of the site of the page in front, and what was asked for before. */
export function createSiteToggle({ pageUrl, project, ask }: SiteToggleTools) {
  const name = pageUrl === null ? null : projectOfPage(pageUrl);
  /** What was asked for before the site was; null while the site is not. */
  const former = signal<string | null>(null);
  const isOn = computed(() => name !== null && project.value === name);

  return {
    /** The project of the page in front; null where there is none. */
    name,
    isOn: isOn as ReadonlySignal<boolean>,
    toggle(): void {
      if (name === null) return;
      const next = isOn.value ? (former.value ?? '') : name;
      former.value = isOn.value ? null : project.value;
      ask(next);
    },
    /** Another project is asked for, whoever says so. */
    forget(): void {
      former.value = null;
    },
    /** The project to be remembered: the site is for the page in front alone. */
    remembered: (): string => former.value ?? project.value,
  };
}
