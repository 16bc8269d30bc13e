import type { StoredList } from '@/lib/connection/connection';
import type { ReportList, ShownList } from '@/lib/report/page/report-list';
import type { Privacy } from '@/lib/report/privacy';
import { offeredProjects } from '@/lib/report/project-suggestions';
import { isSameQuery, RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { StoredItem } from '@/lib/stored-item';
import { type Drafts, draftOf, withDraft } from '@/lib/submission/form-drafts';
import type { ReportForm } from '@/lib/submission/page/report-form';

/** A value as it is now: a signal, or what stands in for one until signals are there. */
export interface Held<T> {
  readonly value: T;
}

/** As much of the form as the first frame shows. What is entered is told to the form itself. */
export interface FirstForm extends Pick<ReportForm, 'pageUrl' | 'enterUrl' | 'choosePrivacy'> {
  url: Held<string>;
  privacy: Held<Privacy>;
}

/** As much of the list as the first frame shows. What is asked for is asked of the list itself. */
export interface FirstList extends Pick<ReportList, 'change' | 'clear'> {
  query: Held<ReportQuery>;
  /** Undefined also where what is stored is no answer to the query. */
  shown: Held<ShownList | undefined>;
  projects: Held<string[]>;
}

interface FirstFormTools {
  pageUrl: string | null;
  defaultPrivacy: Privacy;
  drafts: Drafts;
  draftsItem: Pick<StoredItem<Drafts>, 'write'>;
  /** Does something with the form itself, as soon as it is there. */
  soon(press: (form: ReportForm) => void): void;
}

/** Makes the form until the one that can be sent is there. */
export function createFirstForm(tools: FirstFormTools): FirstForm {
  const { pageUrl, defaultPrivacy, drafts, draftsItem, soon } = tools;
  const page = pageUrl ?? '';
  const draft = draftOf(drafts, page, defaultPrivacy);
  const url = { value: draft.url };
  const privacy = { value: draft.privacy };

  /** Where the form itself cannot be had, what was entered is there when the popup opens again. */
  function keepDraft(): void {
    void draftsItem.write(withDraft(drafts, { page, url: url.value, privacy: privacy.value }));
  }

  return {
    pageUrl,
    url,
    privacy,
    enterUrl(text) {
      url.value = text;
      keepDraft();
      soon((form) => form.enterUrl(text));
    },
    choosePrivacy(choice) {
      privacy.value = choice;
      keepDraft();
      soon((form) => form.choosePrivacy(choice));
    },
  };
}

interface FirstListTools {
  stored: StoredList | undefined;
  /** What the list was last asked to show. */
  query: ReportQuery | undefined;
  /** Does something with the list itself, as soon as it is there. */
  soon(press: (list: ReportList) => void): void;
}

/** Makes the list until the one that asks the service is there. */
export function createFirstList(tools: FirstListTools): FirstList {
  const { stored, soon } = tools;
  const query = { value: tools.query ?? RECENT_REPORTS_QUERY };
  const isAnswer = stored !== undefined && isSameQuery(stored.query, query.value);
  const projects = stored?.reports.flatMap(({ project }) => project ?? []) ?? [];
  return {
    query,
    shown: { value: isAnswer ? { ...stored, isAnswer, unkept: null } : undefined },
    projects: { value: offeredProjects(projects, query.value.project) },
    change(change) {
      query.value = { ...query.value, ...change };
      soon((list) => list.change(change));
    },
    clear() {
      soon((list) => list.clear());
    },
  };
}
