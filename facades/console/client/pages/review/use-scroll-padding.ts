import { useEffect, useRef } from 'react';

/** Sets `scroll-padding-top`, so that sticky headers and tabs never cover an element that is scrolled to or focused. */
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
