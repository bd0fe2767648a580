import { make } from './elements.ts';
import { announce, showRemark } from './notices.ts';

/** Adds a button to each heading that copies a link to it. The link has no secret: it does not open the document. */
export function addAnchors(article: HTMLElement): void {
  for (const heading of article.querySelectorAll<HTMLElement>('[id^="section."]')) {
    const button = make('button', 'anchor');
    button.type = 'button';
    button.ariaLabel = `Copy the link to ${heading.textContent}`;
    button.addEventListener('click', () => void copyLink(heading.id));
    heading.append(button);
  }
}

async function copyLink(id: string): Promise<void> {
  const link = `${location.origin}${location.pathname}#${encodeURIComponent(id)}`;
  try {
    await navigator.clipboard.writeText(link);
    announce('The link to this part is copied. It works only for people who have already opened the shared document.');
  } catch {
    showRemark(`The link to this part: ${link}`);
  }
}
