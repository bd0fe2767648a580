/** For how many frames a place has to stay where it is to count as reached, and after how many its search ends. */
const STILL_FRAMES = 12;
const MOST_FRAMES = 180;
const READER_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Scrolls until the target stays in view: rows of a long list get their real heights only as they come into view, and
 * then push away what is below them. Whatever the reader does meanwhile ends it.
 */
function scrollTo(target: HTMLElement): void {
  const reading = new AbortController();
  for (const type of READER_MOVES)
    addEventListener(type, () => reading.abort(), { signal: reading.signal, capture: true, passive: true });
  const top = () => target.getBoundingClientRect().top;
  const follow = (before: number, still: number, left: number): void => {
    if (reading.signal.aborted) return;
    const isStill = Math.abs(top() - before) < 1;
    target.scrollIntoView();
    const now = top();
    if (still === STILL_FRAMES || left === 0) reading.abort();
    else requestAnimationFrame(() => follow(now, isStill ? still + 1 : 0, left - 1));
  };
  follow(top(), 0, MOST_FRAMES);
}

/** Leads past a long list of changes, by keyboard too. */
export const JumpLink = ({ to, children }: { to: string; children: string }) => (
  <a
    href={`#${to}`}
    className={`to-${to}`}
    onClick={event => {
      event.preventDefault();
      const target = document.getElementById(to);
      if (!target) return;
      target.focus({ preventScroll: true });
      scrollTo(target);
    }}
  >
    {children}
  </a>
);
