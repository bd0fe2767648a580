import { addAnchors } from './anchors.ts';
import { offerChanges, watchChanges } from './changes.ts';
import { find, make, showOnly } from './elements.ts';
import { foldAll, moveFold, toggleFold } from './folding.ts';
import { announce, cutNote, showPart, showRemark, showTrouble, textFor } from './notices.ts';
import { showOperations } from './operations.ts';
import { followInside, goTo, showOutline, watchWideParts } from './outline.ts';
import {
  type Content,
  forgetProof,
  hasProof,
  type Listed,
  RequestFailed,
  readContent,
  readFile,
  readShare,
  readVersions,
  type Share,
  type ShareVersion,
  startVisit,
  unlock,
} from './requests.ts';
import { paint, repeatSearch, watchSearch } from './search.ts';
import { hasSecret, takeAnchor, watchFragment } from './secret.ts';
import { buildDocument } from './shared-html.ts';
import { copyLines, fitWidth, showText } from './viewer.ts';

/** Larger documents need more memory than a phone has. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** For larger texts the browser skips the rendering of rows far from the screen. */
const LARGE_CHARACTERS = 300_000;

let versions: ShareVersion[] = [];
let shown: ShareVersion | undefined;
let content: Content | undefined;
let reading = new AbortController();

/** Opens the share of the address, again at the version that was chosen. Each call starts from scratch. */
async function open(): Promise<void> {
  const wanted = shown;
  startVisit();
  content = undefined;
  find('content').replaceChildren();
  if (!hasSecret()) {
    showTrouble('incomplete', false);
    return;
  }
  announce('Opening the document…');
  try {
    const share = await readShare();
    versions = [share.latest_version];
    showHead(share);
    const wantedId = wanted?.id ?? share.latest_version.id;
    const list = readVersions().then(showVersions);
    if (wantedId !== share.latest_version.id) await list;
    await Promise.all([list, showVersion(versions.find(({ id }) => id === wantedId) ?? share.latest_version)]);
    if (wanted !== undefined && shown?.id !== wanted.id)
      showRemark(`A newer version was published: ${shown?.version_name}. This link shows only the latest one.`);
  } catch (error) {
    await recover(error, true);
  }
}

async function recover(error: unknown, isOpening = false): Promise<void> {
  if (error instanceof DOMException) return;
  const trouble = error instanceof RequestFailed ? error.trouble : 'busy';
  // The version is no longer shared because a newer one was published, or the proof has expired. The first attempt keeps the
  // proof; without it, the service says whether a password is needed.
  if (trouble === 'unavailable' && !isOpening) return open();
  if (trouble === 'unavailable' && hasProof()) {
    forgetProof();
    return open();
  }
  if (trouble === 'tooLarge') for (const id of ['article', 'viewer', 'forms', 'outline']) find(id).hidden = true;
  showTrouble(trouble, shown !== undefined);
}

function showHead(share: Share): void {
  document.title = share.document_name;
  find('name').textContent = share.document_name;
  find('branch').textContent = share.branch_name;
  find('expiry').hidden = share.expires_at === undefined;
  if (share.expires_at !== undefined) setTime('expires-at', share.expires_at, { timeStyle: 'short' });
}

function setTime(id: string, iso: string, more: Intl.DateTimeFormatOptions = {}): void {
  const element = find<HTMLTimeElement>(id);
  element.dateTime = iso;
  element.title = new Date(iso).toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'long' });
  element.textContent = new Date(iso).toLocaleString('en-GB', { dateStyle: 'long', ...more });
}

function showVersions(found: Listed<ShareVersion>): void {
  versions = found.items;
  const options = versions.map(version => {
    const option = make('option', '', version.version_name);
    option.value = version.id;
    return option;
  });
  const picker = find<HTMLSelectElement>('versions');
  picker.replaceChildren(...options);
  const note = cutNote(found, 'versions');
  if (note !== '') {
    const last = make('option', '', note);
    last.disabled = true;
    picker.append(last);
  }
  picker.value = shown?.id ?? '';
  find('picker').hidden = versions.length < 2;
  find('only-version').hidden = versions.length > 1;
  if (shown !== undefined) offerChanges(shown, versions);
}

async function showVersion(version: ShareVersion): Promise<void> {
  shown = version;
  reading.abort();
  reading = new AbortController();
  const { signal } = reading;
  showRemark('');
  setTime('published-at', version.published_at);
  find('only-version').textContent = version.version_name;
  find('changelog').hidden = !version.changelog;
  find('changelog-text').textContent = version.changelog ?? '';
  offerChanges(version, versions);
  find('operations').hidden = true;
  announce('Loading the document…');
  const main = find('document');
  main.ariaBusy = 'true';
  content = await readContent(version.id, signal).finally(() => {
    if (!signal.aborted) main.ariaBusy = 'false';
  });
  showPart('shared');
  const isFormatted = typeof content.html === 'string';
  find('forms').hidden = !isFormatted;
  show(isFormatted);
  if (!isFormatted) void showOperations(version.id, signal).catch(() => {});
  announce(`Version ${version.version_name} is shown`);
}

/** Shows the formatted document or its source. */
function show(isFormatted: boolean): void {
  if (content === undefined) return;
  find('formatted').ariaPressed = String(isFormatted);
  find('source').ariaPressed = String(!isFormatted);
  showOnly(isFormatted ? 'article' : 'viewer', ['article', 'viewer']);
  find('outline').hidden = true;
  if (isFormatted) showArticle(content.html ?? '');
  else if (content.content.length > MAX_CHARACTERS) void recover(new RequestFailed('tooLarge'));
  else {
    showText(content.content);
    repeatSearch();
  }
}

function showArticle(html: string): void {
  const article = find('content');
  article.classList.toggle('large', html.length > LARGE_CHARACTERS);
  article.replaceChildren(buildDocument(html));
  showOutline(article);
  addAnchors(article);
  watchWideParts(article);
  const anchor = takeAnchor();
  if (anchor !== undefined) goTo(anchor);
}

/** The versions that are being downloaded: a second click does not download them again. */
const downloading = new Set<string>();

async function download(): Promise<void> {
  if (shown === undefined || downloading.has(shown.id)) return;
  const { id } = shown;
  downloading.add(id);
  showRemark('');
  announce('Downloading…');
  try {
    const { name, bytes } = await readFile(id);
    const link = make('a');
    link.href = URL.createObjectURL(bytes);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    announce(`${name} is downloaded`);
  } catch (error) {
    const trouble = error instanceof RequestFailed ? error.trouble : undefined;
    // A failed download does not close the document.
    if (trouble === 'offline' || trouble === 'busy' || trouble === 'tooLarge') showRemark(textFor(trouble));
    else await recover(error);
    announce('');
  } finally {
    downloading.delete(id);
  }
}

function sayOfPassword(text: string): void {
  find('password-problem').textContent = text;
  find<HTMLInputElement>('password').ariaInvalid = String(text !== '');
}

async function tryPassword(): Promise<void> {
  const [input, button] = [find<HTMLInputElement>('password'), find<HTMLButtonElement>('unlock')];
  if (input.value === '') return sayOfPassword('Enter the password.');
  button.disabled = true;
  sayOfPassword('');
  try {
    await unlock(input.value);
    input.value = '';
    await open();
    find('name').focus();
  } catch (error) {
    if (error instanceof DOMException) return;
    const trouble = error instanceof RequestFailed ? error.trouble : 'busy';
    if (trouble !== 'unavailable') return sayOfPassword(textFor(trouble));
    sayOfPassword('Wrong password. After several wrong attempts, the document stays locked for 15 minutes.');
    input.select();
  } finally {
    button.disabled = false;
  }
}

function watchPage(): void {
  watchFragment(
    () => {
      forgetProof();
      shown = undefined;
      find<HTMLFormElement>('password-form').reset();
      sayOfPassword('');
      void open();
    },
    id => goTo(id),
  );
  document.addEventListener('click', followInside);
  find('retry').addEventListener('click', () => void open());
  find('download').addEventListener('click', () => void download());
  find('formatted').addEventListener('click', () => show(true));
  find('source').addEventListener('click', () => show(false));
  find('versions').addEventListener('change', () => {
    const version = versions.find(({ id }) => id === find<HTMLSelectElement>('versions').value);
    if (version !== undefined) showVersion(version).catch(recover);
  });
  find('password-form').addEventListener('submit', event => {
    event.preventDefault();
    void tryPassword();
  });
  watchChanges(recover);
  watchViewer();
}

function watchViewer(): void {
  watchSearch();
  find('fold-all').addEventListener('click', () => foldAll(true));
  find('unfold-all').addEventListener('click', () => foldAll(false));
  const text = find('text');
  const lineOf = ({ target }: Event) => (target instanceof HTMLElement ? target.dataset.line : undefined);
  text.addEventListener('click', event => {
    const line = lineOf(event);
    if (line !== undefined) toggleFold(Number(line));
    paint();
  });
  text.addEventListener('copy', copyLines);
  text.addEventListener('keydown', event => {
    const line = lineOf(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined;
    if (line === undefined || step === undefined) return;
    event.preventDefault();
    moveFold(Number(line), step);
  });
  new ResizeObserver(() => {
    if (fitWidth()) paint();
  }).observe(document.body);
}

addEventListener('DOMContentLoaded', () => {
  watchPage();
  void open();
});
