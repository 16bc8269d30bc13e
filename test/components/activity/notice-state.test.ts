import { computed, signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createNotices } from '@/components/activity/notice-state';
import { openForm } from '../../support/open-form';
import { awaitedOf, openNothing } from '../../support/open-report';
import { sampleReport } from '../../support/sample-report';

const report = sampleReport('1');

/** What is told of presses, after report 1 was to be updated from its row. */
async function updateByMenu(openId?: string) {
  const place = openNothing();
  const { changes, results, listed, tasks } = place;
  const { form } = openForm();
  listed.value = [report];
  const deleting = computed(() => tasks.view.value.deleting);
  const open = signal(openId);
  const notices = createNotices({ form, changes, results, listed, deleting, openId: open });
  await changes.ask(report, { results: 1 });
  notices.current.value = { updateId: 'new-1', report };
  return { ...place, form, notices, open, told: () => notices.current.value };
}

it('an update that is on its way is told here alone, and of one that is stuck the queue tells', async () => {
  const { notices, tasks } = await updateByMenu();
  expect(notices.toldId.value).toBe('new-1');
  tasks.refuse('new-1', { code: 'notAllowed', message: null });
  expect(notices.toldId.value).toBeNull();
});

it('that new results are awaited is told no more of a report that is deleted, or gone from the list', async () => {
  const deleted = await updateByMenu();
  deleted.tasks.show({ deleting: ['1'] });
  expect(deleted.told()).toBeNull();
  const { tasks, told, wait, listed } = await updateByMenu();
  wait(awaitedOf(report));
  tasks.end('new-1', 'done', report);
  listed.value = [];
  expect(told()).not.toBeNull();
  wait();
  expect(told()).toBeNull();
});

it('that a changed report is gone is told, except where its own view is open and tells it', async () => {
  const { tasks, told } = await updateByMenu();
  tasks.end('new-1', 'gone');
  expect(told()).toMatchObject({ failure: { code: 'gone', what: 'report' }, report });
  const viewed = await updateByMenu('1');
  viewed.notices.current.value = null;
  viewed.tasks.end('new-1', 'gone');
  expect(viewed.told()).toBeNull();
});

it('what a press came to gives way to how a creation goes', async () => {
  const { notices, form, told } = await updateByMenu();
  notices.current.value = { text: 'URL copied' };
  await form.submit();
  expect(told()).toBeNull();
});

it('that something was copied is told no more once a report is opened or deleted', async () => {
  const { notices, open, tasks, told } = await updateByMenu();
  const copy = () => {
    notices.current.value = { text: 'URL copied' };
  };
  copy();
  tasks.show({});
  expect(told()).not.toBeNull();
  open.value = '1';
  expect(told()).toBeNull();
  copy();
  tasks.show({ deleting: ['1'] });
  expect(told()).toBeNull();
});
