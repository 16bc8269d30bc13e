import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import { TextField } from '@/components/ui/fields/text-field';
import { IconButton } from '@/components/ui/icon';
import { shownAddress } from '@/lib/url/shown-address';
import type { ReportForm } from './form-state';

/** The id of the list of other addresses. */
const OTHER_ADDRESSES = 'other-addresses';

interface UrlFieldProps {
  /** The form shows the problem below the privacy choice, so that the choice does not move. */
  problem: string | null;
}

/** The address to report, with a button for other addresses of the page. */
export function UrlField({ problem }: UrlFieldProps) {
  const { form } = usePage();
  // Firefox does not inform assistive technology that a command has opened the addresses.
  const isOpen = useSignal(false);
  const typed = useSignal<string | null>(null);
  const others = otherAddresses(form);
  return (
    <fieldset
      class="url-field"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen.value) return;
        // In Chromium, Escape would also close the popup of the toolbar button.
        event.preventDefault();
        event.stopPropagation();
        hideAddresses();
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        // Not every browser focuses a clicked button.
        const isElsewhere = relatedTarget instanceof Node && !currentTarget.contains(relatedTarget);
        if (isElsewhere) hideAddresses();
      }}
    >
      <TextField
        id="url"
        label={i18n.t('form.url')}
        isLabelVisuallyHidden
        // While a person types, the text stays as typed.
        value={typed.value === form.url.value ? typed.value : shownAddress(form.url.value)}
        onEnter={(text) => {
          typed.value = text;
          form.enterUrl(text);
        }}
        onLeave={() => {
          form.leaveUrl();
          typed.value = null;
        }}
        problem={problem}
        hasSeparateMessages
      >
        {others.length > 0 && (
          <IconButton
            label={i18n.t('alternative.button')}
            icon="down"
            command="toggle-popover"
            commandfor={OTHER_ADDRESSES}
            aria-expanded={isOpen.value}
          />
        )}
      </TextField>
      {others.length > 0 && (
        <OtherAddressList
          addresses={others}
          onToggle={(isShown) => {
            isOpen.value = isShown;
          }}
          onChoose={(url) => {
            form.fill({ url });
            hideAddresses();
            document.getElementById('url')?.focus();
          }}
        />
      )}
    </fieldset>
  );
}

interface OtherAddressListProps {
  addresses: readonly { label: string; url: string }[];
  onToggle: (isShown: boolean) => void;
  onChoose: (url: string) => void;
}

function OtherAddressList({ addresses, onToggle, onChoose }: OtherAddressListProps) {
  return (
    <ul
      id={OTHER_ADDRESSES}
      class="other-addresses floating"
      aria-label={i18n.t('alternative.label')}
      popover="auto"
      onToggle={({ newState }) => onToggle(newState === 'open')}
    >
      {addresses.map(({ label, url }) => (
        <li key={url}>
          <button type="button" class="row-button" title={url} onClick={() => onChoose(url)}>
            {label}
            <bdi class="cut quiet small" dir="ltr" aria-hidden="true">
              {shownAddress(url)}
            </bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

function hideAddresses(): void {
  document.getElementById(OTHER_ADDRESSES)?.hidePopover();
}

/** Returns other addresses that could be sent, the addresses of the current page first. */
function otherAddresses(form: ReportForm): { label: string; url: string }[] {
  const { url: pageUrl = null, wrappedUrl = null } = form.page.value ?? {};
  const addresses = [
    { kind: 'thisPage', url: pageUrl },
    { kind: 'tab', url: wrappedUrl },
    ...form.alternatives.value,
  ] as const;
  const seenUrls = new Set([form.url.value]);
  return addresses.flatMap(({ kind, url }) => {
    if (url === null || seenUrls.has(url)) return [];
    seenUrls.add(url);
    return [{ label: i18n.t(`alternative.${kind}`), url }];
  });
}
