import { useCallback, useEffect, useRef, useState } from 'react';
import { type Asked, act, ask } from '../../app/ask.ts';
import { type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import type { CommentAnchorInput, ReviewCommentsQuery } from '../../gql/graphql.ts';

const COMMENTS = graphql(`
  query ReviewComments($id: ID!, $after: String) {
    draft(id: $id) {
      id
      comments(first: 100, after: $after) {
        nodes {
          id body bodyHtml createdAt updatedAt submissionRound isDeleted isResolved outdated replyToId
          author { id name } resolvedBy { id name }
          anchor { changeKey pointer line }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

const CREATE = graphql(`mutation CreateComment($input: CreateCommentInput!) { createComment(input: $input) { id } }`);
const UPDATE = graphql(`mutation UpdateComment($input: UpdateCommentInput!) { updateComment(input: $input) { id } }`);
const DELETE = graphql(`mutation DeleteComment($input: CommentInput!) { deleteComment(input: $input) { id } }`);
const RESOLVE = graphql(`mutation ResolveComment($input: CommentInput!) { resolveComment(input: $input) { id } }`);
const REOPEN = graphql(`mutation ReopenComment($input: CommentInput!) { reopenComment(input: $input) { id } }`);

export type Comment = NonNullable<NonNullable<ReviewCommentsQuery['draft']>['comments']>['nodes'][number];
export type Thread = { first: Comment; replies: Comment[] };

type Outcome = Promise<Asked<unknown>>;

export type Threads = {
  loaded: boolean;
  /** Why the discussion could not be read. */
  problem: Problem | undefined;
  read(): Promise<void>;
  all: Thread[];
  open: Thread[];
  create(body: string, place: { anchor?: CommentAnchorInput; replyTo?: string }): Outcome;
  update(id: string, body: string): Outcome;
  remove(id: string): Outcome;
  resolve(id: string): Outcome;
  reopen(id: string): Outcome;
};

/** The discussion of a draft. It is read again when `token` changes. */
export function useThreads(draftId: string, token: string): Threads {
  const [comments, setComments] = useState<Comment[]>();
  const [problem, setProblem] = useState<Problem>();
  const latest = useRef<Promise<void>>(undefined);
  const read = useCallback((): Promise<void> => {
    async function readAll(): Promise<void> {
      const found: Comment[] = [];
      let after: string | null | undefined;
      do {
        const { data, error } = await ask(COMMENTS, { id: draftId, after: after ?? null });
        // A later call of `read` has started: its result is newer.
        if (latest.current !== reading) return latest.current;
        const page = data?.draft?.comments;
        setProblem(error && problemOf(error));
        if (!page) return;
        found.push(...page.nodes);
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
      } while (after);
      setComments(found);
    }
    const reading = readAll();
    latest.current = reading;
    return reading;
  }, [draftId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `token` means new comments.
  useEffect(() => void read(), [read, token]);
  const all = threadsOf(comments ?? []);
  const then = async (outcome: Outcome) => {
    const done = await outcome;
    if (done.error === undefined) await read();
    return done;
  };
  return {
    loaded: comments !== undefined,
    problem,
    read,
    all,
    open: all.filter(({ first }) => !first.isResolved),
    create: (body, { anchor, replyTo }) =>
      then(act(CREATE, { input: { draftId, body, anchor: anchor ?? null, replyTo: replyTo ?? null } })),
    update: (id, body) => then(act(UPDATE, { input: { id, draftId, body } })),
    remove: id => then(act(DELETE, { input: { id, draftId } })),
    resolve: id => then(act(RESOLVE, { input: { id, draftId } })),
    reopen: id => then(act(REOPEN, { input: { id, draftId } })),
  };
}

function threadsOf(comments: Comment[]): Thread[] {
  const threads = new Map<string, Thread>();
  for (const comment of comments)
    if (comment.replyToId) threads.get(comment.replyToId)?.replies.push(comment);
    else threads.set(comment.id, { first: comment, replies: [] });
  return [...threads.values()];
}
