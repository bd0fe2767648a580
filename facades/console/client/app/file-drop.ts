import { useEffect, useRef, useState } from 'react';
import { readText } from './read-text.ts';

const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/**
 * Calls `take` with the text of a file that is dropped anywhere on the page; undefined if it is not UTF-8. Returns
 * whether a file is being dragged over the page.
 */
export function useFileDrop(isEnabled: boolean, take: (text: string | undefined) => void): boolean {
  const [isOver, setOver] = useState(false);
  const present = useRef(take);
  present.current = take;
  useEffect(() => {
    if (!isEnabled) return;
    const over = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // `relatedTarget` is null when the pointer leaves the window.
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    const drop = async (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      setOver(false);
      if (file === undefined) return;
      event.preventDefault();
      present.current(await readText(file));
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, [isEnabled]);
  return isOver;
}
