/** For how long a place has to stay where it is to count as reached, and for how long it is looked for. */
const STILL_MS = 1_000;
const MOST_MS = 10_000;
const READER_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

let present = new AbortController();

/** A place in the page: where it is in the window, if it is there yet, and the way to it. */
export type Place = { top(): number | undefined; scroll(): void };

/**
 * Scrolls until the place stays in view: texts arrive late, and rows of a long list get their real heights only as they
 * come into view, and then push away what is below them. Whatever the reader does meanwhile ends it, and so does the way
 * to another place.
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

/** So far down a page, which may still have to grow. */
export const placeAt = (y: number): Place => ({
  top: () => (Math.abs(window.scrollY - y) < 1 ? y : undefined),
  scroll: () => window.scrollTo(0, y),
});
