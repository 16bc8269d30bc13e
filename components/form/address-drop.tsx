import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { usePage } from '@/components/page/page-context';
import { useDropTarget } from '@/components/ui/drop-target';
import { addressCode, loadAddressCode, unwrapped } from './address-code';
import { fillForm } from './filled-form';
import type { ReportForm } from './form-state';

const FIELD = 'input, textarea, select';
/** Types of dragged or copied links and texts. */
const TYPES = ['text/uri-list', 'text/plain'];

interface AddressDropProps {
  /** Whether a dialog covers the form. A covered form accepts no address. */
  isCovered?: boolean;
  class: string;
  inert?: boolean;
  children: ComponentChildren;
}

/** An area in which a dropped or pasted address fills the form. */
export function AddressDrop({ isCovered = false, children, ...props }: AddressDropProps) {
  const page = usePage();
  const form = page.hasForm && !isCovered ? page.form : null;
  const { isOver, listeners } = useDropTarget(
    (types, target) =>
      form !== null && !isField(target) && TYPES.some((type) => types.includes(type)),
    (data) => fillIn(form, data),
  );

  useEffect(() => {
    void loadAddressCode();
    const listener = (event: ClipboardEvent) => {
      const isForForm = isPastedHere(event) || isLinkForUrlField(event);
      if (isForForm && fillIn(form, event.clipboardData)) event.preventDefault();
    };
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, [form]);

  return (
    <div
      {...props}
      class={`address-drop ${props.class}${isOver ? ' takes-drop' : ''}`}
      {...listeners}
    >
      {children}
    </div>
  );
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELD) !== null;
}

/**
 * Whether a paste belongs to the form: the focus is on the body, or in this area outside of fields.
 */
function isPastedHere({ target }: ClipboardEvent): boolean {
  if (!(target instanceof Element) || target === document.body) return true;
  return !isField(target) && target.closest('.address-drop') !== null;
}

/** Whether a wrapped link is pasted into the URL field. */
function isLinkForUrlField({ target, clipboardData }: ClipboardEvent): boolean {
  const text = clipboardData?.getData('text/plain').trim() ?? '';
  return target instanceof Element && target.id === 'url' && unwrapped(text) !== text;
}

/** Puts the first address into the form and focuses the field. Returns false without an address. */
function fillIn(form: ReportForm | null, data: DataTransfer | null): boolean {
  const [uriList = '', plain = ''] = TYPES.map((type) => data?.getData(type));
  const address = addressCode.value?.givenAddress({ uriList, plain }) ?? null;
  if (form === null || address === null) return false;
  fillForm(form, { url: address });
  return true;
}
