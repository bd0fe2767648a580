import { find, make } from './elements.ts';
import { textFor } from './notices.ts';
import { RequestFailed, readChanges, type ShareVersion } from './requests.ts';
import { buildDocument } from './shared-html.ts';

let shown: ShareVersion | undefined;
let reading = new AbortController();
let onLost: ((error: unknown) => Promise<void>) | undefined;

/** Offers a comparison with each older version of the share. `versions` are newest first. */
export function offerChanges(version: ShareVersion, versions: readonly ShareVersion[]): void {
  shown = version;
  reading.abort();
  const older = versions.slice(versions.findIndex(({ id }) => id === version.id) + 1);
  find('changes').hidden = older.length === 0;
  const options = older.map(({ id, version_name }) => {
    const option = make('option', '', version_name);
    option.value = id;
    return option;
  });
  find('changes-from').replaceChildren(...options);
  find('changes-text').replaceChildren();
  if (find<HTMLDetailsElement>('changes').open) void showChanges();
}

/** `recover` handles a share that is no longer open, because its proof has expired. */
export function watchChanges(recover: (error: unknown) => Promise<void>): void {
  onLost = recover;
  find('changes').addEventListener('toggle', () => {
    if (find<HTMLDetailsElement>('changes').open) void showChanges();
  });
  find('changes-from').addEventListener('change', () => void showChanges());
}

async function showChanges(): Promise<void> {
  const from = find<HTMLSelectElement>('changes-from').value;
  if (shown === undefined || from === '') return;
  reading.abort();
  reading = new AbortController();
  const { signal } = reading;
  const text = find('changes-text');
  text.replaceChildren(make('p', '', 'Comparing…'));
  try {
    const { html } = await readChanges(shown.id, from, signal);
    text.replaceChildren(buildDocument(html));
    // Only the document's own headings may be link targets.
    for (const heading of text.querySelectorAll('[id]')) heading.removeAttribute('id');
  } catch (error) {
    if (error instanceof DOMException) return;
    if (error instanceof RequestFailed && error.trouble === 'unavailable') {
      text.replaceChildren();
      // Open, it would ask again as soon as the share is open again.
      find<HTMLDetailsElement>('changes').open = false;
      return onLost?.(error);
    }
    text.replaceChildren(make('p', '', textFor(error instanceof RequestFailed ? error.trouble : 'busy')));
  }
}
