import { useState } from 'preact/hooks';

/**
 * Lets an element take what is dropped on it.
 * @param accepts whether it takes what is dragged there, of which browsers tell the types alone
 * @returns whether such a thing is above it, and the listeners for the element
 */
export function useDropTarget(
  accepts: (types: readonly string[], target: EventTarget | null) => boolean,
  onTake: (data: DataTransfer) => void,
) {
  const [isOver, setIsOver] = useState(false);

  /** Unless it is handled, the browser opens what is dropped in place of the page. */
  function acceptedOf(event: DragEvent): DataTransfer | null {
    const { dataTransfer, target } = event;
    if (dataTransfer === null || !accepts(dataTransfer.types, target)) return null;
    event.preventDefault();
    return dataTransfer;
  }

  function onDragOver(event: DragEvent): void {
    const data = acceptedOf(event);
    if (data === null) return;
    data.dropEffect = 'copy';
    setIsOver(true);
  }

  const listeners = {
    onDragEnter: onDragOver,
    onDragOver,
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      const [element, entered] = [currentTarget as Element, relatedTarget as Node | null];
      if (!element.contains(entered)) setIsOver(false);
    },
    onDrop(event: DragEvent) {
      setIsOver(false);
      const data = acceptedOf(event);
      if (data !== null) onTake(data);
    },
  };
  return { isOver, listeners };
}
