import { find, showOnly } from './elements.ts';
import type { Listed, Trouble } from './requests.ts';

type Part = 'notice' | 'locked' | 'shared';

const NOTICES: Record<Trouble | 'incomplete', [title: string, text: string]> = {
  incomplete: [
    'Open the link again',
    'The key of a shared document is the last part of its link, after the #. This page does not store it: open or paste the whole link again.',
  ],
  unavailable: [
    'This shared document is unavailable',
    'The link may be incomplete, or the document is no longer shared. Ask the person who sent it for a new one.',
  ],
  locked: ['', ''],
  offline: ['No connection', 'The service cannot be reached. Check the connection of this device and try again.'],
  busy: ['The service is busy', 'It did not answer correctly. Wait a moment and try again.'],
  tooLarge: ['Too large to show', 'This version is too large for this page. Download it to read it.'],
};

export const textFor = (trouble: Trouble): string => NOTICES[trouble].join('. ');

export function showPart(part: Part): void {
  showOnly(part, ['notice', 'locked', 'shared']);
}

/** Shows a problem: above the document if the document can still be downloaded, else instead of it. */
export function showTrouble(trouble: Trouble | 'incomplete', hasDocument: boolean): void {
  announce('');
  if (trouble === 'locked') {
    showPart('locked');
    document.title = 'Password needed';
    find('password').focus();
    return;
  }
  const [title, text] = NOTICES[trouble];
  const canHelp = trouble === 'tooLarge' && hasDocument;
  showPart(canHelp ? 'shared' : 'notice');
  showRemark(canHelp ? `${title}. ${text}` : '');
  if (canHelp) return;
  document.title = title;
  find('notice-title').textContent = title;
  find('notice-text').textContent = text;
  find('retry').hidden = trouble !== 'offline' && trouble !== 'busy';
  find('notice-title').focus();
}

/** The note below an incomplete list; empty if the list is complete. */
export function cutNote({ items, total }: Listed<unknown>, noun: string): string {
  const [shown, all] = [items.length, total].map(count => count.toLocaleString('en-GB'));
  return items.length < total ? `Only ${shown} of ${all} ${noun} are listed` : '';
}

/** Announces progress to screen readers. */
export function announce(text: string): void {
  find('status').textContent = text;
}

/** Shows a line above the document. */
export function showRemark(text: string): void {
  find('remark').textContent = text;
  find('remark').hidden = text === '';
}
