import { useState } from 'preact/hooks';

/**
 * Returns listeners that make an element a target for dropped data.
 * @param accepts whether the element accepts data. Before the drop, browsers reveal only the types.
 */
export function useDropTarget(
  accepts: (types: readonly string[], target: EventTarget | null) => boolean,
  onAccept: (data: DataTransfer) => void,
) {
  const [isOver, setIsOver] = useState(false);

  /** Prevents the browser from opening accepted data. */
  function acceptedData(event: DragEvent): DataTransfer | null {
    const { dataTransfer, target } = event;
    if (dataTransfer === null || !accepts(dataTransfer.types, target)) return null;
    event.preventDefault();
    return dataTransfer;
  }

  function onDragOver(event: DragEvent): void {
    const data = acceptedData(event);
    if (data === null) return;
    data.dropEffect = 'copy';
    setIsOver(true);
  }

  const listeners = {
    onDragEnter: onDragOver,
    onDragOver,
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      const element = currentTarget as Element;
      if (!element.contains(relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop(event: DragEvent) {
      setIsOver(false);
      const data = acceptedData(event);
      if (data !== null) onAccept(data);
    },
  };
  return { isOver, listeners };
}
