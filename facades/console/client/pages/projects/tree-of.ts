import type { ListedDocument } from './use-all-documents.ts';

export type Folder = {
  name: string;
  /** The number of documents in the folder and its subfolders. */
  count: number;
  folders: Folder[];
  documents: { document: ListedDocument; label: string }[];
};

/** Builds the folder tree of the relative paths, sorted by name. */
export function treeOf(documents: readonly ListedDocument[]): Folder {
  const root: Folder = { name: '', count: 0, folders: [], documents: [] };
  const byPath = new Map([['', root]]);
  for (const document of documents) {
    const parts = document.relativePath.split('/').filter(part => part !== '');
    const label = parts.pop() ?? document.relativePath;
    let [folder, path] = [root, ''];
    folder.count += 1;
    for (const part of parts) {
      path += `/${part}`;
      const known = byPath.get(path);
      const inner = known ?? { name: part, count: 0, folders: [], documents: [] };
      if (known === undefined) {
        byPath.set(path, inner);
        folder.folders.push(inner);
      }
      inner.count += 1;
      folder = inner;
    }
    folder.documents.push({ document, label });
  }
  const compare = new Intl.Collator('en', { numeric: true }).compare;
  for (const folder of byPath.values()) {
    folder.folders.sort((one, other) => compare(one.name, other.name));
    folder.documents.sort((one, other) => compare(one.label, other.label));
  }
  return root;
}
