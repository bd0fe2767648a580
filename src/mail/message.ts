import type { Recipient, Subject } from '../events/consequences.ts';
import type { MailedEvent, StagedMail } from '../events/mails.ts';

export type Message = { subject: string; text: string };

/** Longest name or path in an e-mail, in characters. Longer ones are cut. */
const MAX_NAME = 120;

/** A name as part of one line, without characters that are invisible or end the line. */
const inLine = (name: string): string => {
  const characters = [...name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()];
  return characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME - 1).join('')}…` : characters.join('');
};

type Words = { subject(draft: string): string; act(actor: string, draft: string): string; why: string };

const AUTHOR = 'You receive this e-mail because you are the author of the draft.';

const WORDS: Record<MailedEvent, Words> = {
  DRAFT_SUBMITTED: {
    subject: draft => `${draft} waits for a review`,
    act: (actor, draft) => `${actor} submitted ${draft}. It waits for a review.`,
    why: 'You receive this e-mail because you may review drafts of this project.',
  },
  DRAFT_CHANGES_REQUESTED: {
    subject: draft => `Changes requested: ${draft}`,
    act: (actor, draft) => `${actor} requested changes to ${draft}. Change the draft, then submit it again.`,
    why: AUTHOR,
  },
  DRAFT_REJECTED: {
    subject: draft => `Rejected: ${draft}`,
    act: (actor, draft) => `${actor} rejected ${draft}.`,
    why: AUTHOR,
  },
  DRAFT_APPROVED: {
    subject: draft => `Published: ${draft}`,
    act: (actor, draft) => `${actor} approved ${draft}. It is published now.`,
    why: AUTHOR,
  },
};

/** Writes an e-mail: plain text, a few lines. */
export function messageOf(
  { event, about }: Pick<StagedMail, 'event' | 'about'>,
  recipient: Pick<Recipient, 'name'>,
  accountPage: string,
): Message {
  const { project, document, branch, draft, actor, url } = JSON.parse(about) as Subject;
  const name = `${inLine(document?.relative_path ?? '')} ${inLine(draft?.version_name ?? '')}`;
  const { subject, act, why } = WORDS[event];
  const lines = [
    `Hello ${inLine(recipient.name)},`,
    act(inLine(actor?.name ?? 'The service'), name),
    `Project: ${inLine(project.name)}\nBranch: ${inLine(branch?.name ?? '')}`,
    url,
    '-- ',
    `${why}\nTo receive no more e-mail from this service, turn it off in your account: ${accountPage}`,
  ];
  return {
    subject: `[${inLine(project.name)}] ${subject(name)}`,
    text: `${lines.join('\n\n').replace('-- \n\n', '-- \n')}\n`,
  };
}
