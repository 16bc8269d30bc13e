import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { Icon, IconButton } from './icon';
import { hasModifier } from './modifier-keys';

export interface MenuItem {
  label: string;
  onChoose: () => void;
  /** Whether the item deletes something. */
  isDangerous?: boolean;
  /** Returns whether a press does nothing because the item's command is running. */
  isBusy?: () => boolean;
}

interface MenuButtonProps {
  label: string;
  items: readonly MenuItem[];
  disabled?: boolean;
  class?: string;
}

export function MenuButton({ label, items, class: name = '', disabled = false }: MenuButtonProps) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        class={`has-menu with-icon ${name}`}
        aria-haspopup="menu"
        aria-expanded={button !== null}
        disabled={disabled}
        onClick={({ currentTarget }) => setButton(button === null ? currentTarget : null)}
      >
        {label}
        <Icon name="down" />
      </button>
      {button && <Menu button={button} items={items} onClose={() => setButton(null)} />}
    </>
  );
}

export function MoreButton({ items }: Pick<MenuButtonProps, 'items'>) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        label={i18n.t('list.more')}
        icon="more"
        aria-haspopup="menu"
        aria-expanded={button !== null}
        onClick={({ currentTarget }) => setButton(currentTarget)}
      />
      {button && <Menu button={button} items={items} onClose={() => setButton(null)} />}
    </>
  );
}

interface MenuProps {
  /** The menu has the name of this button. The button gets the focus when the menu closes. */
  button: HTMLElement;
  items: readonly MenuItem[];
  onClose: () => void;
}

/** Arrow keys and initial letters move the focus. A press outside closes the menu. */
export function Menu({ button, items, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);

  // `showPopover` needs an element that Preact has added to the document.
  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return undefined;
    button.style.setProperty('anchor-name', '--menu-button');
    element.showPopover();
    element.querySelector('button')?.focus();
    return () => button.style.removeProperty('anchor-name');
  }, [button]);

  function close(): void {
    button.focus();
    onClose();
  }

  return (
    <div
      ref={menu}
      class="menu floating"
      role="menu"
      aria-label={button.ariaLabel ?? button.textContent}
      popover="auto"
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
      onKeyDown={(event) => {
        // Prevents shortcuts of the page while a menu is open.
        event.stopPropagation();
        if (hasModifier(event)) return;
        if (event.key === 'Tab' || event.key === 'Escape') {
          event.preventDefault();
          close();
        } else if (moveFocus(event.currentTarget, event.key)) {
          event.preventDefault();
        }
      }}
    >
      {items.map(({ label, onChoose, isDangerous = false, isBusy }, index) => (
        <button
          key={index}
          type="button"
          role="menuitem"
          class={isDangerous ? 'row-button danger stands-apart' : 'row-button'}
          tabIndex={-1}
          aria-disabled={isBusy?.()}
          onClick={() => {
            close();
            onChoose();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Handles arrow keys, Home, End and initial letters. Returns false for any other key. */
function moveFocus(menu: HTMLElement, key: string): boolean {
  const items = [...menu.querySelectorAll('button')];
  const focused = items.indexOf(document.activeElement as HTMLButtonElement);
  const target = { ArrowDown: focused + 1, ArrowUp: focused - 1, Home: 0, End: -1 }[key];
  if (target !== undefined) {
    items.at(target % items.length)?.focus();
    return true;
  }
  if (key.length !== 1 || key === ' ') return false;
  const itemsAfterFocused = [...items.slice(focused + 1), ...items.slice(0, focused + 1)];
  const letter = key.toLocaleLowerCase();
  itemsAfterFocused
    .find(({ textContent }) => textContent.toLocaleLowerCase().startsWith(letter))
    ?.focus();
  return true;
}
