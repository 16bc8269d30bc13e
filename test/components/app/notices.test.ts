import { effect, signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNotices, NOTICE_MS } from '@/components/app/notices';
import { createPageClock } from '@/components/app/page-clock';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function openNotices() {
  const context = signal(0);
  const notices = createNotices(createPageClock(), context);
  let text: string | undefined;
  effect(() => {
    text = notices.shown.value?.text;
  });
  return { context, notices, shownText: () => text };
}

describe('createNotices', () => {
  it('shows a notice for six seconds', () => {
    const { notices, shownText } = openNotices();
    notices.announce('Copied');
    vi.advanceTimersByTime(NOTICE_MS - 1);
    expect(shownText()).toBe('Copied');
    vi.advanceTimersByTime(1);
    expect(shownText()).toBeUndefined();
  });

  it('replaces a notice, and shows the new one for six seconds', () => {
    const { notices, shownText } = openNotices();
    notices.announce('One');
    vi.advanceTimersByTime(NOTICE_MS - 1);
    notices.announce('Two');
    vi.advanceTimersByTime(NOTICE_MS - 1);
    expect(shownText()).toBe('Two');
  });

  it('adds Undo to a notice, and shows the notice for six seconds again', () => {
    const { notices, shownText } = openNotices();
    notices.announce('Copied');
    vi.advanceTimersByTime(NOTICE_MS - 1);
    const onUndo = vi.fn();
    notices.addUndo(notices.shown.value, onUndo);
    vi.advanceTimersByTime(NOTICE_MS - 1);
    expect(shownText()).toBe('Copied');
    expect(notices.shown.value?.onUndo).toBe(onUndo);
  });

  it('adds no Undo to a notice that another notice has replaced, or that was dismissed', () => {
    const { notices, shownText } = openNotices();
    notices.announce('One');
    const replaced = notices.shown.value;
    notices.announce('Two');
    notices.addUndo(replaced, vi.fn());
    expect(notices.shown.value).toMatchObject({ text: 'Two', onUndo: null });
    const dismissed = notices.shown.value;
    notices.dismiss();
    notices.addUndo(dismissed, vi.fn());
    expect(shownText()).toBeUndefined();
  });

  it('shows a failure until it is dismissed', () => {
    const { notices, shownText } = openNotices();
    notices.announce('Not copied', { isFailure: true });
    vi.advanceTimersByTime(NOTICE_MS * 10);
    expect(shownText()).toBe('Not copied');
    notices.dismiss();
    expect(shownText()).toBeUndefined();
  });

  it('shows a notice while it is in use, and for six seconds afterwards', () => {
    const { notices, shownText } = openNotices();
    notices.announce('Copied');
    notices.setUse('focus', true);
    vi.advanceTimersByTime(NOTICE_MS * 10);
    expect(shownText()).toBe('Copied');
    notices.setUse('focus', false);
    vi.advanceTimersByTime(NOTICE_MS - 1);
    expect(shownText()).toBe('Copied');
    vi.advanceTimersByTime(1);
    expect(shownText()).toBeUndefined();
  });

  it('shows a notice while its view is open, and for six seconds afterwards', () => {
    const { notices, shownText } = openNotices();
    const isOpen = signal(false);
    notices.announce('Copied', { view: { isOpen, open() {} } });
    isOpen.value = true;
    vi.advanceTimersByTime(NOTICE_MS * 10);
    expect(shownText()).toBe('Copied');
    isOpen.value = false;
    vi.advanceTimersByTime(NOTICE_MS - 1);
    expect(shownText()).toBe('Copied');
    vi.advanceTimersByTime(1);
    expect(shownText()).toBeUndefined();
  });

  it('removes a notice at the next press, and when another view opens', () => {
    const { context, notices, shownText } = openNotices();
    notices.announce('Not copied', { isFailure: true });
    context.value = 1;
    expect(shownText()).toBeUndefined();
  });

  it('has the announcement even after the notice is gone', () => {
    const { context, notices, shownText } = openNotices();
    notices.announce('Copied');
    vi.advanceTimersByTime(NOTICE_MS);
    expect(shownText()).toBeUndefined();
    expect(notices.announced.value).toMatchObject({ text: 'Copied' });
    context.value = 1;
    expect(notices.announced.value).toBeNull();
  });

  it('accepts a notice without visible text', () => {
    const { notices } = openNotices();
    notices.announce('Copied', { visibleText: null });
    expect(notices.shown.value).toMatchObject({ text: 'Copied', visibleText: null });
  });
});
