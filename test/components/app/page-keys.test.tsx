import type { ComponentChild } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usePageKeys } from '@/components/app/page-keys';
import { CoveringDialog, Question } from '@/components/ui/question';
import { draw as drawView, one, pressKey, useEnglish } from '../../support/view';

beforeEach(useEnglish);

const draw = (view: ComponentChild) => act(() => drawView(view));

interface PageProps {
  onBack?: () => void;
  onCancel?: () => void;
}

/** The page has an open question if `onCancel` is given. */
function Page({ onBack, onCancel }: PageProps) {
  usePageKeys(onBack ?? null);
  return (
    <>
      <search>
        <input type="search" aria-label="Search" />
      </search>
      {onCancel && <Question text="Sure?" answers={[]} onCancel={onCancel} />}
    </>
  );
}

describe('Escape', () => {
  it('cancels an open question first, and goes back at the next press', async () => {
    const [onBack, onCancel] = [vi.fn(), vi.fn()];
    await draw(<Page onBack={onBack} />);
    await draw(<Page onBack={onBack} onCancel={onCancel} />);
    pressKey('Escape');
    expect([onCancel.mock.calls.length, onBack.mock.calls.length]).toEqual([1, 0]);
    await draw(<Page onBack={onBack} />);
    pressKey('Escape');
    expect([onCancel.mock.calls.length, onBack.mock.calls.length]).toEqual([1, 1]);
  });

  it('clears a search first, and goes back at the next press', async () => {
    const onBack = vi.fn();
    await draw(<Page onBack={onBack} />);
    const field = (await one('searchbox', 'Search')) as HTMLInputElement;
    field.focus();
    field.value = 'word';
    pressKey('Escape');
    expect([field.value, onBack.mock.calls.length]).toEqual(['', 0]);
    pressKey('Escape');
    expect(onBack).toHaveBeenCalledOnce();
  });

  it('clears only the search field that has the focus', async () => {
    await draw(
      <>
        <input type="search" aria-label="Find a check" />
        <Page />
      </>,
    );
    const [other, own] = await Promise.all([
      one('searchbox', 'Find a check') as Promise<HTMLInputElement>,
      one('searchbox', 'Search') as Promise<HTMLInputElement>,
    ]);
    [other.value, own.value] = ['title', 'trails'];
    own.focus();
    pressKey('Escape');
    expect([other.value, own.value]).toEqual(['title', '']);
    own.value = 'trails';
    other.focus();
    pressKey('Escape');
    expect([other.value, own.value]).toEqual(['', 'trails']);
  });

  it('clears the search of the page from a row of the table', async () => {
    await draw(
      <>
        <input type="search" aria-label="Find a check" />
        <Page />
        <table class="reports-table">
          <tbody>
            <tr>
              <td>
                <button type="button" class="row">
                  First
                </button>
              </td>
            </tr>
          </tbody>
        </table>
      </>,
    );
    const own = (await one('searchbox', 'Search')) as HTMLInputElement;
    own.value = 'trails';
    (await one('button', 'First')).focus();
    pressKey('Escape');
    expect(own.value).toBe('');
    expect(document.activeElement).toBe(own);
  });

  it('does nothing to a page that is covered by a dialog', async () => {
    const onBack = vi.fn();
    await draw(<Page onBack={onBack} />);
    await draw(
      <>
        <Page onBack={onBack} />
        <CoveringDialog label="Delete 2 reports?" onClose={() => {}}>
          <button type="button">Delete 2</button>
        </CoveringDialog>
      </>,
    );
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Delete 2 reports?');
    pressKey('Escape');
    expect(onBack).not.toHaveBeenCalled();
  });
});

describe('keys of the search', () => {
  it('focus the field and its first row, but not with Ctrl, Alt or Meta', async () => {
    await draw(<Page />);
    await draw(
      <>
        <Page />
        <ul class="rows">
          <button type="button" class="row">
            First
          </button>
        </ul>
      </>,
    );
    const field = await one('searchbox', 'Search');
    for (const modifier of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) {
      expect(pressKey('/', modifier)).toBe(false);
      expect(document.activeElement).not.toBe(field);
    }
    expect(pressKey('/')).toBe(true);
    expect(document.activeElement).toBe(field);
    expect(pressKey('ArrowDown', { altKey: true })).toBe(false);
    expect(pressKey('ArrowDown')).toBe(true);
    expect(document.activeElement).toBe(await one('button', 'First'));
    expect(pressKey('Home', { ctrlKey: true })).toBe(false);
  });
});

describe('a press of a button', () => {
  /** A detail of 2 is the second click of a double click. */
  const click = (element: HTMLElement, detail: number) =>
    element.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true }));

  it.each([
    ['accepted', 'the first click of any button', 'One', 1],
    ['accepted', 'the second click of a double click on one button', 'One', 2],
    ['ignored', 'the second click of a double click that hits another button', 'Other', 2],
    ['ignored', 'the second click of a double click on a button that sends a form', 'Send', 2],
  ] as const)('is %s at %s', async (outcome, _, name, detail) => {
    const onPress = vi.fn((event: Event) => event.preventDefault());
    await draw(<Page />);
    await draw(
      <>
        <Page />
        <form onSubmit={onPress}>
          <button type="button" onClick={onPress}>
            One
          </button>
          <button type="button" onClick={onPress}>
            Other
          </button>
          <button type="submit">Send</button>
        </form>
      </>,
    );
    const first = await one('button', name === 'Other' ? 'One' : name);
    click(first, 1);
    onPress.mockClear();
    click(await one('button', name), detail);
    expect(onPress).toHaveBeenCalledTimes(outcome === 'accepted' ? 1 : 0);
  });

  it('is ignored if a held Enter key repeats the press', async () => {
    await draw(<Page />);
    await draw(
      <form>
        <Page />
        <button type="button">One</button>
        <textarea aria-label="Text" />
      </form>,
    );
    const holdEnter = (element: HTMLElement) =>
      element.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'Enter',
          repeat: true,
          bubbles: true,
          cancelable: true,
        }),
      );
    expect(holdEnter(await one('button', 'One'))).toBe(false);
    expect(holdEnter(await one('textbox', 'Text'))).toBe(true);
  });
});
