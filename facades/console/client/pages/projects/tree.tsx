import './tree.css';
import { Anchor, Badge, Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { Archived, TYPE_NAMES } from '../../parts/badges.tsx';
import { TAKES_FOCUS } from '../../parts/takes-focus.ts';
import { type Folder, treeOf } from './tree-of.ts';
import type { ListedDocument } from './use-all-documents.ts';

/** Up to this many documents all folders are open. */
const MAX_OPEN = 60;
/** How many documents of one folder are shown at first. */
const MAX_SHOWN = 200;

/** Documents in the folders of their relative paths. The content of a folder is rendered when it is opened. */
export function DocumentTree({ documents, isOpen }: { documents: readonly ListedDocument[]; isOpen: boolean }) {
  const root = useMemo(() => treeOf(documents), [documents]);
  return <Inside folder={root} isOpen={isOpen || documents.length <= MAX_OPEN} label="Documents" />;
}

function Inside({ folder, isOpen, label }: { folder: Folder; isOpen: boolean; label: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? folder.documents : folder.documents.slice(0, MAX_SHOWN);
  return (
    <ul className="tree" aria-label={label}>
      {folder.folders.map(inner => (
        <FolderRow key={inner.name} folder={inner} isOpen={isOpen} />
      ))}
      {shown.map(({ document, label: file }, index) => (
        <li key={document.id} className="tree-document" {...(index === MAX_SHOWN && TAKES_FOCUS)}>
          <Anchor component={Link} to={`/documents/${document.id}`} className="name">
            {document.name}
          </Anchor>
          <span className="mono dim name">{file}</span>
          <Badge variant="default" radius="sm" className="plain-badge">
            {TYPE_NAMES[document.documentType]}
          </Badge>
          {document.status === 'ARCHIVED' && <Archived />}
        </li>
      ))}
      {shown.length < folder.documents.length && (
        <li>
          <Button variant="subtle" size="compact-sm" onClick={() => setIsWhole(true)}>
            Show all {folder.documents.length}
          </Button>
        </li>
      )}
    </ul>
  );
}

function FolderRow({ folder, isOpen }: { folder: Folder; isOpen: boolean }) {
  const [chosen, setChosen] = useState<boolean>();
  const isShown = chosen ?? isOpen;
  return (
    <li>
      <button type="button" className="tree-folder" aria-expanded={isShown} onClick={() => setChosen(!isShown)}>
        <span aria-hidden="true" className="tree-mark">
          {isShown ? '▾' : '▸'}
        </span>
        <span className="name">{folder.name}</span> <span className="dim">{folder.count}</span>
      </button>
      {isShown && <Inside folder={folder} isOpen={isOpen} label={folder.name} />}
    </li>
  );
}
