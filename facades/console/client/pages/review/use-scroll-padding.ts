import { useEffect, useRef } from 'react';

/** What is scrolled to, or gets the focus, must not lie below the head or the tabs that stick to the top of the window. */
export function useScrollPadding<Whole extends HTMLElement>() {
  const ref = useRef<Whole>(null);
  useEffect(() => {
    const heads = [...(ref.current?.querySelectorAll<HTMLElement>('.review-head, .tabs') ?? [])];
    const { style } = document.documentElement;
    const measure = () => {
      const sticky = heads.filter(head => getComputedStyle(head).position === 'sticky');
      style.scrollPaddingTop = `${Math.max(0, ...sticky.map(({ offsetHeight }) => offsetHeight))}px`;
    };
    const observer = new ResizeObserver(measure);
    for (const head of heads) observer.observe(head);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
      style.scrollPaddingTop = '';
    };
  }, []);
  return ref;
}
