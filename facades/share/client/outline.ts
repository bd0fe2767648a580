import { find, make, prefersStillness } from './elements.ts';
import { placeOf, reach } from './reach.ts';
import { decodeId } from './secret.ts';

const LISTED = 'h2[id], h3[id], h4[id], h5[id]';
const MAX_ENTRIES = 1_000;

/** Lists the headings of the article. Links to them scroll without changing the address. */
export function showOutline(article: HTMLElement): void {
  const headings = withoutTitle([...article.querySelectorAll<HTMLElement>(LISTED)].slice(0, MAX_ENTRIES));
  const top = Math.min(...headings.map(levelOf));
  const list = find('outline-list');
  list.replaceChildren(
    ...headings
      .filter(heading => levelOf(heading) < top + 3)
      .map(heading => {
        const link = make('a', '', heading.textContent ?? '');
        link.href = `#${encodeURIComponent(heading.id)}`;
        const item = make('li', `level-${levelOf(heading) - top}`);
        item.append(link);
        return item;
      }),
  );
  find('outline').hidden = list.childElementCount < 2;
  find<HTMLDetailsElement>('outline-fold').open = matchMedia('(min-width: 60rem)').matches;
}

/** Leaves out a single top heading, because it repeats the document's name. */
function withoutTitle(headings: HTMLElement[]): HTMLElement[] {
  const [first, ...others] = headings;
  return first !== undefined && others.every(other => levelOf(other) > levelOf(first)) ? others : headings;
}

const levelOf = (heading: HTMLElement): number => Number(heading.localName.slice(1));

/** Scrolls to a heading and focuses it, as a followed link would. */
export function goTo(id: string): void {
  const target = document.getElementById(id);
  if (target === null) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  // Smooth scrolling ends where the heading was when it started. In a long text, rendering moves the heading meanwhile.
  if (find('content').matches('.large')) reach(placeOf(() => target));
  else target.scrollIntoView({ behavior: prefersStillness() ? 'auto' : 'smooth', block: 'start' });
}

/** Links inside the page never change the address, because secrets arrive there. */
export function followInside(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  if (link === null) return;
  event.preventDefault();
  goTo(decodeId(link.getAttribute('href')?.slice(1) ?? ''));
}

/** Reports when a part gets its layout. Only then its width is known; asking earlier would block the page. */
const widths = new ResizeObserver(entries => {
  for (const { target } of entries) makeReachable(target as HTMLElement);
});

/** Makes parts that are wider than the screen scrollable by keyboard. */
export function watchWideParts(article: HTMLElement): void {
  widths.disconnect();
  for (const part of article.querySelectorAll('pre, .table')) widths.observe(part);
}

function makeReachable(part: HTMLElement): void {
  if (part.scrollWidth > part.clientWidth) {
    part.tabIndex = 0;
    part.setAttribute('role', 'region');
    part.setAttribute('aria-label', part.localName === 'pre' ? 'Code' : 'Table');
  } else for (const name of ['tabindex', 'role', 'aria-label']) part.removeAttribute(name);
}
