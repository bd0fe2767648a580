/** Scrolling ends when the place has not moved for STILL_MS, and after MOST_MS in any case. */
const STILL_MS = 1_000;
const MOST_MS = 10_000;
const READER_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

let present = new AbortController();

/**
 * A place in the page. `top`: its position in the window, undefined if it is not there yet. `scroll`: scrolls to it.
 */
export type Place = { top(): number | undefined; scroll(): void };

/**
 * Scrolls to the place in each frame until it no longer moves. It moves while texts are loading, and when rows of a
 * long list come into view and get their real heights. Any input of the reader ends the scrolling, and so does another
 * call. Returns a function that ends it.
 */
export function reach({ top, scroll }: Place): () => void {
  present.abort();
  const reading = new AbortController();
  present = reading;
  for (const type of READER_MOVES)
    addEventListener(type, () => reading.abort(), { signal: reading.signal, capture: true, passive: true });
  const end = performance.now() + MOST_MS;
  const follow = (before: number | undefined, since: number): void => {
    if (reading.signal.aborted) return;
    const now = performance.now();
    const found = top();
    const isStill = found !== undefined && before !== undefined && Math.abs(found - before) < 1;
    const next = isStill ? since : now;
    if (now - next > STILL_MS || now > end) reading.abort();
    scroll();
    const placed = top();
    requestAnimationFrame(() => follow(placed, next));
  };
  follow(undefined, 0);
  return () => reading.abort();
}

export const placeOf = (find: () => Element | null | undefined, block: ScrollLogicalPosition = 'start'): Place => ({
  top: () => find()?.getBoundingClientRect().top,
  scroll: () => find()?.scrollIntoView({ block }),
});

/** A vertical scroll position, in pixels. It is not there yet while the page is shorter. */
export const placeAt = (y: number): Place => ({
  top: () => (Math.abs(window.scrollY - y) < 1 ? y : undefined),
  scroll: () => window.scrollTo(0, y),
});
