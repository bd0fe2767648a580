import './prose.css';
import { useLayoutEffect, useRef } from 'react';
import { documentBuilder } from '../../../share/client/safe-html.ts';

const build = documentBuilder('console');

/** The layout of a longer text would hold the page up for seconds. */
const LONG = 200_000;

/** HTML of the service's renderer; of it, only what the renderer makes is shown. */
export function SafeHtml({ html, className = '' }: { html: string; className?: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.replaceChildren(build(html));
  }, [html]);
  return <div ref={box} className={`prose ${html.length > LONG ? 'long' : ''} ${className}`} />;
}
