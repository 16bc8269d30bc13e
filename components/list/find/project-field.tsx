import { useState } from 'preact/hooks';
import { i18n } from '#i18n';
import type { ListState } from '@/components/list/list-state';
import { meantProject, shownProject } from '@/lib/report/project';

/** The filter by project, which services match whole; it offers those of the rows at hand. */
export function ProjectField({ list }: { list: ListState }) {
  /** What the field has while a person is in it; null at any other time. */
  const [typed, setTyped] = useState<string | null>(null);
  const seen = new Set(list.rows.value.flatMap(({ project }) => project ?? []));
  const shown = shownProject(list.query.value.project);
  return (
    <label>
      <span class="small-label">{i18n.t('list.project')}</span>
      <input
        type="text"
        // Until a person is in the field, it is named as the plain text field that it is.
        list={typed === null ? undefined : 'projects'}
        placeholder={i18n.t('list.all')}
        spellcheck={false}
        autocomplete="off"
        enterKeyHint="search"
        value={typed ?? shown}
        onFocus={() => setTyped(shown)}
        onBlur={() => setTyped(null)}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          list.change({ project: meantProject(value) });
        }}
      />
      <datalist id="projects">
        {[...seen].sort().map((name) => (
          <option key={name} value={shownProject(name)} />
        ))}
      </datalist>
    </label>
  );
}
