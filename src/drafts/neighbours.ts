import type { Branch, Document, Draft, Version } from '../generated/prisma/client.ts';
import { batched, rowsByKey } from '../graphql/batch.ts';
import type { Context } from '../graphql/context.ts';

// Found by their own ids and not through the draft: of a withdrawn draft there is no row to start from.

export const documentOf = (context: Context, { documentId }: Draft): Promise<Document> =>
  batched(context, 'draft.document', documentId, async ids => {
    const rows = context.db.document.findMany({ where: { id: { in: ids } } });
    return (await rowsByKey(ids, 'id', rows)) as Document[];
  });

export const branchOf = (context: Context, { branchId }: Draft): Promise<Branch> =>
  batched(context, 'draft.branch', branchId, async ids => {
    const rows = context.db.branch.findMany({ where: { id: { in: ids } } });
    return (await rowsByKey(ids, 'id', rows)) as Branch[];
  });

/** The version that was made of the draft. */
export const versionOf = (context: Context, { id }: Draft): Promise<Version | null> =>
  batched(context, 'draft.version', id, ids =>
    rowsByKey(ids, 'draftId', context.db.version.findMany({ where: { draftId: { in: ids } } })),
  );
