import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { fillForm } from '@/components/form/filled-form';
import type { ReportForm } from '@/components/form/form-state';
import { useDropTarget } from '@/components/ui/drop-target';
import { givenAddress } from '@/lib/url/given-address';

const FIELD = 'input, textarea, select';
/** What browsers offer of links and of texts. */
const TYPES = ['text/uri-list', 'text/plain'];

interface AddressDropProps {
  form: ReportForm;
  children: ComponentChildren;
}

/** What scrolls below the form. An address that is dropped or pasted here goes into the form. */
export function AddressDrop({ form, children }: AddressDropProps) {
  const { isOver, listeners } = useDropTarget(
    (types, target) => !isField(target) && TYPES.some((type) => types.includes(type)),
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
    <div class={isOver ? 'scroll takes-drop' : 'scroll'} {...listeners}>
      {children}
    </div>
  );
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELD) !== null;
}

/** Whether nothing else has the focus that could take it. */
function isPastedHere({ target }: ClipboardEvent): boolean {
  if (!(target instanceof Element) || target === document.body) return true;
  return !isField(target) && target.closest('.scroll') !== null;
}

/** Puts the first address into the form and takes the person there; false where there is none. */
function fillIn(form: ReportForm, data: DataTransfer | null): boolean {
  const [uriList = '', plain = ''] = TYPES.map((type) => data?.getData(type));
  const address = givenAddress({ uriList, plain });
  if (address === null) return false;
  fillForm(form, address);
  return true;
}
