import { i18n } from '#i18n';
import { checkName } from '@/components/report/content/check-names';
import { counted, countText } from '@/components/text/language';
import type { View } from '@/lib/browser-ui/reports-request';
import { IMPORTANCES } from '@/lib/report/importance';
import { opensClient, opensProblem } from './list-view-focus';
import { useReports } from './reports-page';
import { ViewButton } from './view-button';

/** Maximum number of names in each list. */
const MAX_NAMES = 6;

interface FoundName {
  name: string;
  /** The number of pages, as a text. */
  count: string;
  opens: string;
  view: View;
}

/** The clients and the problems whose names contain the text of the search field. */
export function FoundNames() {
  const { routes, table } = useReports();
  const { overview } = table.value;
  const { view } = routes.now.value;
  const wanted = overview.filters.value.search.trim().toLocaleLowerCase();
  if (wanted === '' || view.name !== 'list') return null;
  const isFound = (name: string) => name.toLocaleLowerCase().includes(wanted);
  const problems = IMPORTANCES.flatMap((importance) => overview.problems.value[importance]);
  return (
    <div class="found-names inset-below">
      <NameList
        label={i18n.t('reports.foundClients')}
        names={overview.clients.value.all
          .filter(({ name }) => name !== overview.client.value && isFound(name))
          .map(({ name, pages }) => ({
            name,
            count: counted('reports.pages', pages.length),
            opens: opensClient(name),
            view: { name: 'list', client: name },
          }))}
      />
      <NameList
        label={i18n.t('reports.foundProblems')}
        names={problems
          .map((problem) => ({ ...problem, label: checkName(problem) }))
          .filter(({ name, label }) => name !== view.check && isFound(label))
          .map(({ name, label, pages }) => ({
            name: label,
            count: counted('wrong.pages', pages),
            opens: opensProblem(name),
            view: {
              name: 'list',
              ...(view.client !== undefined && { client: view.client }),
              check: name,
            },
          }))}
      />
    </div>
  );
}

function NameList({ label, names }: { label: string; names: readonly FoundName[] }) {
  const { isKnown } = useReports().table.value.overview;
  const more = names.length - MAX_NAMES;
  if (names.length === 0) return null;
  return (
    <div class="cluster compact">
      <small class="quiet">{label}</small>
      <ul class="cluster compact" aria-label={label}>
        {names.slice(0, MAX_NAMES).map(({ name, count, opens, view }) => (
          <li key={opens}>
            <ViewButton class="link" view={view} opens={opens}>
              <bdi>{name}</bdi>
            </ViewButton>{' '}
            {isKnown.value && <small class="quiet">{count}</small>}
          </li>
        ))}
      </ul>
      {more > 0 && <small class="quiet">{i18n.t('clients.andMore', [countText(more)])}</small>}
    </div>
  );
}
