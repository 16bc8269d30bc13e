import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { usePage } from '@/components/page/page-context';
import { useDropTarget } from '@/components/ui/drop-target';
import { givenAddress } from '@/lib/url/given-address';
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
    const listener = (event: ClipboardEvent) => {
      if (isPastedHere(event) && fillIn(form, event.clipboardData)) event.preventDefault();
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

/** Puts the first address into the form and focuses the field. Returns false without an address. */
function fillIn(form: ReportForm | null, data: DataTransfer | null): boolean {
  const [uriList = '', plain = ''] = TYPES.map((type) => data?.getData(type));
  const address = givenAddress({ uriList, plain });
  if (form === null || address === null) return false;
  fillForm(form, { url: address });
  return true;
}
