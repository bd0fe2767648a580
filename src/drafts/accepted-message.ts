import type { Context } from '../access/context.ts';
import type { Parents } from '../access/policy.ts';
import { invalidArgument } from '../platform/errors.ts';
import { plainText } from '../platform/plain-text.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { messageOfChange } from './previews.ts';
import { loadDraft } from './standing.ts';

type AcceptedChange = Parents & { key: string; draftId?: string | null };

/** What a change is, in the words of the draft in which it is accepted; null without a draft. */
export async function readAcceptedMessage(context: Context, change: AcceptedChange): Promise<string | null> {
  const { draftId, key } = change;
  if (!draftId) return null;
  const message = await messageOfChange(context, await loadDraft(context, 'draft.read', draftId, change), key);
  if (message === null) throw invalidArgument('key', 'must be the `key` of a change of this draft');
  return plainText(message.slice(0, CHARACTERS.reason));
}
