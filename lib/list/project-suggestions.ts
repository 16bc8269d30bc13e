/** Each is a stop of the Tab key on the way to the reports. */
const MOST_OFFERED = 8;

/**
 * Which of the projects seen are offered for what is typed: those that contain it and are not yet
 * typed in full, each once and sorted. A single project is no choice while nothing is typed.
 */
export function offeredProjects(seen: readonly string[], typed: string): string[] {
  const projects = [...new Set(seen)];
  const sought = typed.trim().toLowerCase();
  if (sought === '' && projects.length < 2) return [];
  return projects
    .filter((name) => name !== typed.trim() && name.toLowerCase().includes(sought))
    .sort((one, other) => one.localeCompare(other))
    .slice(0, MOST_OFFERED);
}
