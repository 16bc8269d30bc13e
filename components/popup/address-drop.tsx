import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { showFilledForm } from '@/components/tasks/filled-form';
import type { ReportForm } from '@/lib/page/report-form';
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
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const listener = (event: ClipboardEvent) => {
      if (isPastedHere(event) && fillIn(form, event.clipboardData)) event.preventDefault();
    };
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, [form]);

  const onDragOver = (event: DragEvent) => {
    if (isField(event.target) || !event.dataTransfer || !mayHoldAddress(event.dataTransfer)) return;
    // Without it the browser would open what is dropped in place of this page.
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setIsOver(true);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what can be dropped can be typed or pasted.
    <div
      class={isOver ? 'scroll takes-drop' : 'scroll'}
      onDragEnter={onDragOver}
      onDragOver={onDragOver}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        setIsOver(false);
        if (isField(event.target)) return;
        event.preventDefault();
        fillIn(form, event.dataTransfer);
      }}
    >
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

/** While something is dragged, browsers tell its types alone. */
function mayHoldAddress({ types }: DataTransfer): boolean {
  return TYPES.some((type) => types.includes(type));
}

/** Puts the first address into the form and takes the person there; false where there is none. */
function fillIn(form: ReportForm, data: DataTransfer | null): boolean {
  const [uriList = '', plain = ''] = TYPES.map((type) => data?.getData(type));
  const address = givenAddress({ uriList, plain });
  if (address === null) return false;
  form.enterUrl(address);
  showFilledForm(form);
  return true;
}
