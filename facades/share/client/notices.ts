import { find, showOnly } from './elements.ts';
import type { Trouble } from './requests.ts';

type Part = 'notice' | 'locked' | 'shared';

const NOTICES: Record<Trouble | 'incomplete', [title: string, text: string]> = {
  incomplete: [
    'Open the link again',
    'The key of a shared document is the last part of its link, behind the #. This page does not keep it: open or paste the whole link once more.',
  ],
  unavailable: [
    'This shared document is unavailable',
    'The link may be incomplete, or the document is no longer shared. Ask the person who sent it for a new one.',
  ],
  locked: ['', ''],
  offline: ['No connection', 'The service cannot be reached. Check the connection of this device and try again.'],
  busy: ['The service is busy', 'It did not answer as it should. Wait a moment and try again.'],
  tooLarge: ['Too large to show', 'This version is too large for this page. Download it to read it.'],
};

export const textFor = (trouble: Trouble): string => NOTICES[trouble].join('. ');

export function showPart(part: Part): void {
  showOnly(part, ['notice', 'locked', 'shared']);
}

/** Tells what is wrong, in place of the document unless that can still be downloaded. */
export function tellTrouble(trouble: Trouble | 'incomplete', hasDocument: boolean): void {
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

/** Tells people who do not see the page what happens. */
export function announce(text: string): void {
  find('status').textContent = text;
}

/** A line above the document. */
export function showRemark(text: string): void {
  find('remark').textContent = text;
  find('remark').hidden = text === '';
}
