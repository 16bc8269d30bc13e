import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { Icon, IconButton } from './icon';
import { hasModifier } from './modifier-keys';

export interface MenuItem {
  label: string;
  onChoose: () => void;
  /** Whether the item deletes something. */
  isDangerous?: boolean;
  /** Whether a checkable item is checked; absent for other items. */
  isChecked?: boolean;
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
  const id = useId();
  return (
    <>
      <button
        type="button"
        class={`has-menu with-icon ${name}`}
        disabled={disabled}
        {...menuCommand(id)}
      >
        {label}
        <Icon name="down" />
      </button>
      <Menu id={id}>
        <MenuItems items={items} />
      </Menu>
    </>
  );
}

interface MoreButtonProps extends Pick<MenuButtonProps, 'items'> {
  /** By default *More*. */
  label?: string;
}

export function MoreButton({ items, label = i18n.t('list.more') }: MoreButtonProps) {
  const id = useId();
  return (
    <>
      <IconButton label={label} icon="more" {...menuCommand(id)} />
      <Menu id={id}>
        <MenuItems items={items} />
      </Menu>
    </>
  );
}

/** Returns the attributes of a button with which the browser opens and closes a menu. */
export function menuCommand(menuId: string) {
  return {
    command: 'toggle-popover',
    commandfor: menuId,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  } as const;
}

export function hideMenu(menuId: string): void {
  document.getElementById(menuId)?.hidePopover();
}

interface MenuProps {
  /** Unique on the page. Several buttons may have `menuCommand` with this id. */
  id: string;
  /** Drawn while the menu is open. */
  children: ComponentChildren;
}

/** A menu with the name of its pressed button. Arrow keys and initial letters move the focus. */
export function Menu({ id, children }: MenuProps) {
  /** The pressed button; null while the menu is closed. */
  const [button, setButton] = useState<HTMLElement | null>(null);

  useLayoutEffect(() => {
    button?.style.setProperty('anchor-name', '--menu-button');
    // Firefox does not inform assistive technology that a command has opened a menu.
    button?.setAttribute('aria-expanded', 'true');
    return () => {
      button?.style.removeProperty('anchor-name');
      button?.setAttribute('aria-expanded', 'false');
    };
  }, [button]);

  return (
    <div
      id={id}
      class="menu floating"
      role="menu"
      aria-label={button?.ariaLabel ?? button?.textContent}
      popover="auto"
      onCommand={({ source }) => {
        if (!(source instanceof HTMLElement)) return;
        // A closed menu returns the focus to the button. Not every browser focuses a clicked button.
        source.focus();
        setButton(source);
      }}
      onToggle={({ newState, currentTarget }) => {
        if (newState === 'open') currentTarget.querySelector('button')?.focus();
        else setButton(null);
      }}
      onClick={({ currentTarget }) => currentTarget.hidePopover()}
      onKeyDown={(event) => {
        // Prevents shortcuts of the page while a menu is open.
        event.stopPropagation();
        if (hasModifier(event)) return;
        if (event.key === 'Tab' || event.key === 'Escape') {
          // In Chromium, Escape would also close the popup of the toolbar button.
          event.preventDefault();
          event.currentTarget.hidePopover();
        } else if (moveFocus(event.currentTarget, event.key)) {
          event.preventDefault();
        }
      }}
    >
      {button && children}
    </div>
  );
}

export function MenuItems({ items }: Pick<MenuButtonProps, 'items'>) {
  const first = useRef<HTMLButtonElement>(null);
  // The items may be loaded after the menu has opened.
  useLayoutEffect(() => first.current?.focus(), []);
  return items.map(({ label, onChoose, isDangerous = false, isChecked, isBusy }, index) => (
    <button
      key={index}
      ref={index === 0 ? first : null}
      type="button"
      {...roleOf(isChecked)}
      class={isDangerous ? 'row-button danger stands-apart' : 'row-button'}
      tabIndex={-1}
      aria-disabled={isBusy?.()}
      onClick={onChoose}
    >
      {label}
    </button>
  ));
}

function roleOf(isChecked: boolean | undefined) {
  if (isChecked === undefined) return { role: 'menuitem' } as const;
  return { role: 'menuitemcheckbox', 'aria-checked': isChecked } as const;
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
