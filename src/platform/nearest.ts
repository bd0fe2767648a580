const MAX_CHARACTERS = 100;

/** The known name that was probably meant; undefined if more than half of the letters differ (and more than 2). */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const sent = plain(given);
  const ranked = known.map(name => ({ name, distance: nearness(sent, plain(name)) }));
  const [nearest] = ranked.sort((a, b) => a.distance - b.distance);
  return nearest !== undefined && nearest.distance <= Math.max(2, Math.floor(sent.length / 2))
    ? nearest.name
    : undefined;
}

const plain = (name: string): string =>
  name
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/** Edit distance, but at most 1.5 if one name begins with the other. */
const nearness = (a: string, b: string): number =>
  a.length > 2 && b.length > 2 && (a.startsWith(b) || b.startsWith(a))
    ? Math.min(1.5, editDistance(a, b))
    : editDistance(a, b);

/** Levenshtein's distance: how many letters are added, removed or changed. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, changed));
    }
    row = next;
  }
  return row[b.length] as number;
}
