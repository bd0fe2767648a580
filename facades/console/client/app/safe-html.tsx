import './prose.css';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { documentBuilder } from '../../../share/client/safe-html.ts';
import { focusSection, idOf } from './section.ts';

const build = documentBuilder('console');

/**
 * Longer HTML gets the class `long`, which lays out only what is in view: the whole would block the page for seconds.
 */
const LONG = 200_000;

type Props = {
  html: string;
  className?: string;
  /** Prefix of the heading ids, to keep them unique on a page with several texts. */
  name?: string;
};

/** Shows HTML from the renderer of the service. Elements and attributes that the renderer never makes are removed. */
export function SafeHtml({ html, className = '', name = '' }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const text = build(html);
    if (name !== '') rename(text, name);
    box.current?.replaceChildren(text);
  }, [html, name]);
  useFollowInside(box);
  return <div ref={box} className={`prose ${html.length > LONG ? 'long' : ''} ${className}`} />;
}

function rename(text: DocumentFragment, name: string): void {
  for (const heading of text.querySelectorAll('[id]')) heading.id = `${name}.${heading.id}`;
  for (const link of text.querySelectorAll<HTMLAnchorElement>('a[href^="#"]'))
    link.setAttribute('href', `#${encodeURIComponent(name)}.${link.getAttribute('href')?.slice(1)}`);
}

/**
 * Navigates links to headings with the router, which stores a scroll position for each history entry. Entries made by
 * the browser have no key, so the router would restore the position of another one.
 */
function useFollowInside(box: React.RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();
  const { search, hash: present, state } = useLocation();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const hash = event.target instanceof Element && event.target.closest('a[href^="#"]')?.getAttribute('href');
      if (!hash) return;
      event.preventDefault();
      const heading = document.getElementById(idOf(hash));
      if (!heading) return;
      void navigate({ search, hash }, { replace: hash === present, state });
      focusSection(heading);
    };
    const element = box.current;
    element?.addEventListener('click', follow);
    return () => element?.removeEventListener('click', follow);
  }, [box, navigate, search, present, state]);
}
