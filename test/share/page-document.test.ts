import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify as toYaml } from 'yaml';
import { renderMarkdown } from '../../src/markdown/render.ts';
import { testApp } from '../support/app.ts';
import { openStage, type Tab } from '../support/browser.ts';
import { petstore31Json } from '../support/documents.ts';
import { ownCases, publicCases } from '../support/hostile-markdown.ts';
import { seed } from '../support/seed.ts';
import { share } from '../support/share.ts';

const markdown = `---
owner: payments
---

# Guide

See [below](#part-two), [the web](https://host.example/a?b=1) and [a file](./other.md).

## Part one

| a | b |
|:--|--:|
| 1 | 2 |

\`\`\`json
{ "a": 1, "${'long'.repeat(60)}": true }
\`\`\`

${'Text that makes the page long enough to be scrolled.\n\n'.repeat(60)}

## Part two

![A picture](https://host.example/picture.png)

### Details

- [x] done
`;

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();
const guide = await project.createDocument({ type: 'MARKDOWN', name: 'The guide' });
await guide.publish({ content: '# Old\n\nThe first version.\n', versionName: '1' });
await guide.publish({ content: markdown, versionName: '2', changelog: 'Part two\nand details' });
const pets = await project.createDocument({ type: 'OPENAPI', name: 'Pets' });
await pets.publish({ content: petstore31Json });
const stage = await openStage(app);

const links = { guide: await share(guide), pets: await share(pets, { expiry: 'permanent' }) };
const url = { guide: addressOf(links.guide), pets: addressOf(links.pets) };

function addressOf({ id, secret }: { id: string; secret: string }): string {
  return `${stage.base}/share/${id}#${secret}`;
}

const textOf = (tab: Tab, id: string) => tab.read(`document.getElementById('${id}').innerText`);

/**
 * The elements and attributes of the shown document that its format does not allow, and everything that they would
 * load.
 */
const FOREIGN = `(() => {
  const allowed = { a: 'href rel target referrerpolicy class', ol: 'start', pre: 'tabindex role aria-label', div: 'class tabindex role aria-label' };
  for (const tag of ['span', 'p', 'th', 'td']) allowed[tag] = 'class';
  for (const tag of ['h2', 'h3', 'h4', 'h5', 'h6']) allowed[tag] = 'id';
  for (const tag of 'br hr em strong s ul li blockquote code table thead tbody tr details summary'.split(' ')) allowed[tag] = '';
  const foreign = [];
  for (const element of document.getElementById('content').querySelectorAll('*')) {
    // Added by the page to each heading.
    if (element.matches('[id^="section."] > button.anchor:last-child:empty')) continue;
    const names = (allowed[element.localName] ?? 'NONE').split(' ');
    if (names[0] === 'NONE' || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') foreign.push(element.outerHTML);
    for (const { name, value } of element.attributes) {
      if (!names.includes(name)) foreign.push(element.localName + ' ' + name + '=' + value);
      if (name === 'id' && !value.startsWith('section.')) foreign.push('id ' + value);
      if (name !== 'href') continue;
      const { protocol, origin } = new URL(value, location.href);
      if (!['http:', 'https:', 'mailto:'].includes(protocol)) foreign.push('href ' + value);
      if (origin === location.origin && !value.startsWith('#section.')) foreign.push('href ' + value);
      if (element.rel !== 'noopener noreferrer nofollow') foreign.push('rel ' + element.rel);
    }
  }
  return foreign;
})()`;

describe('a Markdown document', () => {
  it('is shown with its name, branch, version, dates, changelog, contents', async () => {
    const tab = await stage.tab();
    await tab.open(url.guide);
    expect(await tab.read('document.title')).toBe('The guide');
    expect(await textOf(tab, 'branch')).toBe('dev');
    expect(await textOf(tab, 'published-at')).toMatch(/^\d{1,2} \w+ \d{4}$/);
    expect(await textOf(tab, 'expires-at')).toMatch(/^\d{1,2} \w+ \d{4} at \d\d:\d\d$/);
    expect(await tab.read(`document.getElementById('changelog-text').textContent`)).toBe('Part two\nand details');
    expect(await tab.read(`[...document.querySelectorAll('#outline-list a')].map(link => link.textContent)`)).toEqual([
      'Part one',
      'Part two',
      'Details',
    ]);
    expect(await tab.read(`document.querySelectorAll('#content :is(table, pre .hljs-attr, .image)').length`)).toBe(5);
    expect(await tab.read(`document.querySelectorAll('img').length`)).toBe(0);
    expect(await tab.read(FOREIGN)).toEqual([]);
    expect(tab.noise).toEqual([]);
  });

  it('has links to its parts that scroll and do not change the address', async () => {
    const tab = await stage.tab();
    await tab.look({});
    await tab.open(url.guide);
    const before = await tab.history();
    await tab.page.click('#content a[href^="#"]');
    await tab.until('scrollY > 300');
    expect(await tab.read('document.activeElement.id')).toBe('section.part-two');
    await tab.page.click('#outline-list a');
    await tab.until(`document.activeElement.id === 'section.part-one'`);
    expect(await tab.read('location.hash')).toBe('');
    expect(await tab.history()).toEqual(before);
  });

  it('leads to a heading however long it is', async () => {
    const long = await project.createDocument({ type: 'MARKDOWN', name: 'Long' });
    const parts = Array.from({ length: 200 }, (_, part) => `## Part ${part}\n\n${'Words to read. '.repeat(180)}\n`);
    await long.publish({ content: `# Long\n\n[To the last part](#part-199)\n\n${parts.join('\n')}\nThe end.` });
    const tab = await stage.tab();
    await tab.open(addressOf(await share(long)));
    await tab.until("document.querySelector('#content.large') !== null");
    await tab.page.click('#content a');
    const isInView = `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(
      document.getElementById('section.part-199').getBoundingClientRect())`;
    await tab.until(`(window.looks = ${isInView} ? (window.looks ?? 0) + 1 : 0) > 10`);
    expect(tab.noise).toEqual([]);
  });

  it('has links to its headings without the secret; they work after the document is open', async () => {
    const tab = await stage.tab();
    await tab.page.browserContext().overridePermissions(stage.base, ['clipboard-read', 'clipboard-sanitized-write']);
    await tab.open(url.guide);
    await tab.page.click('[id="section.part-two"] .anchor');
    await tab.until(`document.getElementById('status').textContent.startsWith('The link to this part is copied')`);
    const copied = await tab.read('navigator.clipboard.readText()');
    expect(copied).toBe(`${stage.base}/share/${links.guide.id}#section.part-two`);
    const other = await stage.tab();
    await other.open(copied);
    expect(await other.read('document.title')).toBe('Open the link again');
    await other.page.goto(url.guide);
    await other.until(`document.activeElement.id === 'section.part-two'`);
    expect(await other.history()).not.toContain(copied);
    expect([...tab.noise, ...other.noise]).toEqual([]);
  });

  it('changes its version, even while another one is loading', async () => {
    const tab = await stage.tab();
    await tab.open(url.guide);
    const options = await tab.read<string[]>(`[...document.getElementById('versions').options].map(o => o.value)`);
    expect(options).toHaveLength(2);
    await tab.page.select('#versions', options[1] as string);
    await tab.settle();
    expect(await textOf(tab, 'content')).toBe('Old\n\nThe first version.');
    expect(await tab.read(`document.getElementById('changelog').hidden`)).toBe(true);
    await tab.read(`(() => {
      const select = document.getElementById('versions');
      for (const index of [0, 1, 0, 1, 0]) {
        select.selectedIndex = index;
        select.dispatchEvent(new Event('change'));
      }
    })()`);
    await tab.until(`document.getElementById('content').innerText.includes('Part two')`);
    await tab.settle();
    expect(await textOf(tab, 'content')).not.toContain('The first version');
    expect(tab.noise).toEqual([]);
  });

  it('is downloaded byte for byte', async () => {
    const tab = await stage.tab();
    await tab.open(url.guide);
    stage.received.length = 0;
    await tab.page.click('#download', { count: 2 });
    await tab.until(`document.getElementById('status').textContent.endsWith('is downloaded')`);
    expect(stage.received).toHaveLength(1);
    const name = (await tab.read(`document.getElementById('status').textContent`)).replace(' is downloaded', '');
    expect(name).toMatch(/\.md$/);
    const bytes = () => readFile(join(stage.downloads, name)).catch(() => Buffer.alloc(0));
    await expect.poll(bytes).toEqual(Buffer.from(markdown));
    expect(tab.noise).toEqual([]);
  });

  it('stays when it cannot be downloaded', async () => {
    const tab = await stage.tab();
    await tab.open(url.guide);
    await tab.page.setOfflineMode(true);
    await tab.page.click('#download');
    await tab.until(`!document.getElementById('remark').hidden`);
    expect(await textOf(tab, 'remark')).toMatch(/^No connection\. /);
    expect(await tab.read(`document.getElementById('content').checkVisibility()`)).toBe(true);
  });

  it('is replaced by the latest version when the link shows only that one', async () => {
    const moving = await project.createDocument({ type: 'MARKDOWN' });
    await moving.publish({ content: '# One', versionName: '1' });
    const link = await share(moving, { version_scope: 1 });
    const tab = await stage.tab();
    await tab.open(addressOf(link));
    await moving.publish({ content: '# Two', versionName: '2' });
    await tab.page.click('#download');
    await tab.until(`document.getElementById('remark').textContent.startsWith('A newer version was published: 2.')`);
    expect(await textOf(tab, 'content')).toContain('Two');
    expect(tab.noise).toEqual([]);
  });

  it('has a source view', async () => {
    const tab = await stage.tab();
    await tab.open(url.guide);
    await tab.page.click('#source');
    expect(await tab.read(`document.querySelector('#text pre').textContent`)).toContain('# Guide\n');
    expect(await tab.audit()).toEqual([]);
    await tab.page.click('#formatted');
    expect(await tab.read(`document.getElementById('viewer').hidden`)).toBe(true);
  });

  it('that is too large to show can still be downloaded', async () => {
    let isLarge = false;
    const tab = await stage.tab(async request => {
      if (!isLarge || !request.url().endsWith('/content')) return false;
      const headers = { 'content-length': String(200 * 1024 * 1024) };
      await request.respond({ status: 200, contentType: 'application/json', headers, body: '{}' });
      return true;
    });
    await tab.open(url.guide);
    isLarge = true;
    await tab.page.select('#versions', await tab.read(`document.getElementById('versions').options[1].value`));
    await tab.until(`!document.getElementById('remark').hidden`);
    expect(await textOf(tab, 'remark')).toMatch(/^Too large to show\. /);
    const shown = ['article', 'viewer', 'download'];
    expect(await tab.read(`${JSON.stringify(shown)}.map(id => document.getElementById(id).checkVisibility())`)).toEqual(
      [false, false, true],
    );
    expect(await tab.audit()).toEqual([]);
  });

  it('whose content stays unavailable is asked for once more, and not again', async () => {
    let asked: number | undefined;
    const tab = await stage.tab(async request => {
      if (asked === undefined || !request.url().endsWith('/content')) return false;
      asked += 1;
      const body = JSON.stringify({ code: 404, status: 'NOT_FOUND', message: '' });
      await request.respond({ status: 200, contentType: 'application/json', body });
      return true;
    });
    await tab.open(url.guide);
    asked = 0;
    await tab.page.select('#versions', await tab.read(`document.getElementById('versions').options[1].value`));
    await tab.until(`document.title === 'This shared document is unavailable'`);
    await tab.settle();
    expect(asked).toBe(2);
    expect(tab.noise).toEqual([]);
  });

  it('reports a lost connection, and opens when the connection is back', async () => {
    const tab = await stage.tab();
    await tab.open(url.guide);
    await tab.page.setOfflineMode(true);
    const older = await tab.read(`document.getElementById('versions').options[1].value`);
    await tab.page.select('#versions', older);
    await tab.until(`document.title === 'No connection'`);
    expect(await tab.read('document.activeElement.id')).toBe('notice-title');
    await tab.page.setOfflineMode(false);
    await tab.page.click('#retry');
    await tab.until(`document.title === 'The guide'`);
    await tab.settle();
    expect(await tab.read(`document.getElementById('versions').value`)).toBe(older);
    expect(await tab.read(`document.getElementById('only-version').textContent`)).toBe(
      await tab.read(`document.getElementById('versions').selectedOptions[0].text`),
    );
    expect(tab.noise.filter(line => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });
});

describe('a list that is longer than the page shows', () => {
  it('says so at its end', async () => {
    /** Always a full page of a list of 12,345 items. */
    const pageOf = (item: object) => {
      const detail = Array.from({ length: 200 }, (_, index) => ({ ...item, id: String(index), path: `/${index}` }));
      return JSON.stringify({ status: 'OK', detail, total: 12_345 });
    };
    const version = pageOf({ version_name: '1', published_at: new Date().toISOString() });
    const endpoint = pageOf({ method: 'GET', tags: [], deprecated: false });
    stage.answer = asked =>
      asked.includes('/versions?') ? version : asked.includes('/endpoints?') ? endpoint : undefined;
    const tab = await stage.tab();
    await tab.open(url.pets);
    await tab.until(`document.querySelectorAll('#operations-list li').length === 10_000`);
    expect(await tab.read(`document.getElementById('operations-list').lastChild.textContent`)).toBe(
      'Only 10,000 of 12,345 operations are listed',
    );
    const last = `document.getElementById('versions').options[2_000]`;
    expect(await tab.read(`${last}.text`)).toBe('Only 2,000 of 12,345 versions are listed');
    expect(await tab.read(`${last}.disabled`)).toBe(true);
    expect(tab.noise).toEqual([]);
  });
});

describe('hostile content', () => {
  /** A tab that shows these answers in sequence, as if the service had rendered them; it consumes them. */
  async function openWith(answers: string[]): Promise<Tab> {
    stage.answer = url =>
      url.endsWith('/content')
        ? JSON.stringify({ status: 'OK', detail: { content: 'x', html: answers.shift() ?? '' } })
        : undefined;
    const tab = await stage.tab();
    await tab.open(url.guide);
    return tab;
  }

  it('in Markdown creates no element, request or dialog', async () => {
    const cases = [...ownCases, ...publicCases];
    const tab = await openWith([cases.map(text => renderMarkdown(text).html).join('\n')]);
    expect(await tab.read(`document.querySelectorAll('#content *').length`)).toBeGreaterThan(4_000);
    expect(await tab.read(FOREIGN)).toEqual([]);
    expect(await tab.read('Object.keys(window).filter(key => /^section|^[xy]$/.test(key))')).toEqual([]);
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(tab.noise).toEqual([]);
  });

  it('published as one document creates none either', async () => {
    const document = await project.createDocument({ type: 'MARKDOWN', name: '<img src=x onerror=alert(1)>' });
    await document.publish({
      content: ownCases.slice(0, 3_000).join('\n\n').replaceAll('\0', ''),
      versionName: '<script>alert(1)</script>',
      changelog: '<svg onload=alert(1)>',
    });
    stage.received.length = 0;
    const tab = await stage.tab();
    await tab.open(addressOf(await share(document)));
    expect(await textOf(tab, 'name')).toBe('<img src=x onerror=alert(1)>');
    expect(await textOf(tab, 'only-version')).toBe('<script>alert(1)</script>');
    expect(await tab.read(FOREIGN)).toEqual([]);
    expect(stage.received.filter(({ url }) => !url.includes('share'))).toEqual([]);
    expect(tab.noise).toEqual([]);
  });

  it('that the service failed to remove is removed by the page', async () => {
    const direct = [...ownCases.filter(text => text.startsWith('<')), ...publicCases].filter(text =>
      text.includes('<'),
    );
    expect(direct.length).toBeGreaterThan(60);
    const answers = ['<p>first</p>', ...direct];
    const tab = await openWith(answers);
    const foreign = await tab.read<string[]>(`(async () => {
      const found = [];
      const [select, status] = ['versions', 'status'].map(id => document.getElementById(id));
      // No timer: browsers throttle timers of hidden tabs.
      const changed = () => new Promise(go => new MutationObserver(go).observe(status, { childList: true }));
      for (let index = 0; index < ${direct.length}; index++) {
        select.dispatchEvent(new Event('change'));
        while (status.textContent.endsWith('…')) await changed();
        found.push(...${FOREIGN});
      }
      return found;
    })()`);
    expect(foreign).toEqual([]);
    expect(answers).toEqual([]);
    await new Promise(resolve => setTimeout(resolve, 100));
    // Even in a hidden tab, a style or a base is refused; nothing else was tried.
    expect(tab.noise.filter(line => !/style-src|base-uri/.test(line))).toEqual([]);
  });
});

describe('the changes between versions', () => {
  const changes = `document.getElementById('changes-text').textContent`;

  it('are shown on demand, from each older version that the link opens', async () => {
    const tab = await stage.tab();
    await tab.open(url.guide);
    expect(await tab.read(changes)).toBe('');
    await tab.page.click('#changes summary');
    await tab.until(`${changes}.includes('Part two')`);
    expect(await tab.read(`document.querySelectorAll('#changes-text [id]').length`)).toBe(0);
    expect(await tab.audit()).toEqual([]);
    const versions = await tab.read<string[]>(`[...document.getElementById('versions').options].map(o => o.value)`);
    expect(await tab.read(`[...document.getElementById('changes-from').options].map(o => o.value)`)).toEqual([
      versions[1],
    ]);
    await tab.page.select('#versions', versions[1] as string);
    await tab.settle();
    expect(await tab.read(`document.getElementById('changes').hidden`)).toBe(true);
    expect(tab.noise).toEqual([]);
  });
});

describe('an OpenAPI document', () => {
  const lineCount = petstore31Json.split('\n').length;
  const shownText = `[...document.querySelectorAll('#text pre')].map(part => part.textContent).join('')`;

  it('is shown as text with line numbers, never executed', async () => {
    const tab = await stage.tab();
    await tab.look({});
    await tab.open(url.pets);
    expect((await tab.read(shownText)).trimEnd()).toBe(petstore31Json.trimEnd());
    // The browser lays out what is in view with the next frame, and only then has it an inner text.
    const numbers = async () => (await textOf(tab, 'text')).match(/^\d+$/gm) ?? [];
    await expect.poll(async () => (await numbers()).slice(0, 3)).toEqual(['1', '2', '3']);
    expect(
      await tab.read(`document.querySelector('.numbers').textContent.trim().split('\\n').length`),
    ).toBeLessThanOrEqual(lineCount);
    expect(await tab.read(`document.getElementById('forms').hidden`)).toBe(true);
    expect(tab.noise).toEqual([]);
  });

  it('is copied with its own line ends, however narrow the screen', async () => {
    const tab = await stage.tab();
    await tab.look({ width: 360 });
    await tab.open(url.pets);
    expect(await tab.read(shownText)).toContain('\u2060\n');
    const copied = await tab.read(`(() => {
      getSelection().selectAllChildren(document.querySelector('#text pre'));
      const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
      document.querySelector('#text pre').dispatchEvent(event);
      return event.clipboardData.getData('text/plain');
    })()`);
    expect(copied.trimEnd()).toBe(petstore31Json.trimEnd());
  });

  it('is searched by keyboard: count, next, previous, nothing found', async () => {
    const tab = await stage.tab();
    await tab.look({});
    await tab.open(url.pets);
    const count = petstore31Json.match(/pet/gi)?.length;
    const told = () => textOf(tab, 'search-count');
    await tab.page.focus('#search');
    await tab.page.keyboard.type('PET');
    await tab.until(`document.getElementById('search-count').textContent !== ''`);
    expect(await told()).toBe(`1 of ${count}, line 4`);
    await tab.page.keyboard.press('Enter');
    expect(await told()).toBe(`2 of ${count}, line 8`);
    await tab.page.keyboard.down('Shift');
    for (const _ of [1, 2]) await tab.page.keyboard.press('Enter');
    await tab.page.keyboard.up('Shift');
    expect(await told()).toMatch(new RegExp(`^${count} of ${count}, line `));
    const marks = `[...CSS.highlights.get('current')].map(range => range.toString())`;
    expect(await tab.read(marks)).toEqual([expect.stringMatching(/^pet$/i)]);
    await tab.page.keyboard.type('.*');
    await tab.until(`document.getElementById('search-count').textContent === 'Nothing found'`);
    expect(await tab.read(`CSS.highlights.get('found').size`)).toBe(0);
  });

  it('is said to have more matches than are counted only if it has more', async () => {
    const many = await project.createDocument({ type: 'OPENAPI', name: 'Many' });
    for (const [name, matches, told] of [
      ['1.0.0', 10_000, '1 of 10000, '],
      ['2.0.0', 10_001, '1 of more than 10000, '],
    ] as const) {
      const description = 'zq '.repeat(matches);
      const content = JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Many', version: name, description },
        paths: {},
      });
      await many.publish({ content, versionName: name });
      const tab = await stage.tab();
      await tab.open(addressOf(await share(many)));
      await tab.page.focus('#search');
      await tab.page.keyboard.type('zq');
      await tab.until(`document.getElementById('search-count').textContent !== ''`);
      expect(await textOf(tab, 'search-count')).toContain(told);
    }
  });

  it('is folded and unfolded by keyboard, and a search unfolds its matches', async () => {
    const tab = await stage.tab();
    await tab.look({});
    await tab.open(url.pets);
    await tab.page.click('#fold-all');
    expect(await tab.read(shownText)).toContain('"/pets": { ⋯ ');
    expect(await tab.read(shownText)).not.toContain('listPets');
    await tab.page.focus('#text');
    await tab.page.keyboard.press('Tab');
    expect(await tab.read('document.activeElement.ariaLabel')).toBe('Lines 1 to 119');
    for (const _ of [1, 2, 3]) await tab.page.keyboard.press('ArrowDown');
    expect(await tab.read('document.activeElement.ariaExpanded')).toBe('false');
    await tab.page.keyboard.press('Enter');
    expect(await tab.read('document.activeElement.ariaExpanded')).toBe('true');
    expect(await tab.read(shownText)).toContain('"get": { ⋯ ');
    await tab.page.focus('#search');
    await tab.page.keyboard.type('listPets');
    await tab.until(`document.getElementById('search-count').textContent.startsWith('1 of 1')`);
    expect(await tab.read(shownText)).toContain('listPets');
    await tab.page.click('#unfold-all');
    expect((await tab.read(shownText)).trimEnd()).toBe(petstore31Json.trimEnd());
  });

  it('keeps the focus on a fold when the text is laid out for another width', async () => {
    const tab = await stage.tab();
    await tab.look({});
    await tab.open(url.pets);
    await tab.until(`!document.getElementById('operations').hidden`);
    await tab.page.focus('.fold[tabindex="0"]');
    await tab.page.keyboard.press('ArrowDown');
    const line = await tab.read('document.activeElement.dataset.line');
    expect(Number(line)).toBeGreaterThan(0);
    await tab.look({ width: 360 });
    await tab.until(`document.querySelector('#text').clientWidth < 360`);
    await tab.read('new Promise(resolve => setTimeout(resolve, 300))');
    expect(await tab.read('document.activeElement.dataset.line')).toBe(line);
  });

  it.each([
    ['JSON', petstore31Json],
    ['YAML', toYaml(JSON.parse(petstore31Json))],
    ['JSON in one line', JSON.stringify(JSON.parse(petstore31Json))],
  ])('has an outline by tags that leads to each operation: %s', async (_, content) => {
    const document = await project.createDocument({ type: 'OPENAPI' });
    await document.publish({ content });
    const tab = await stage.tab();
    await tab.look({ height: 400 });
    await tab.open(addressOf(await share(document)));
    await tab.until(`!document.getElementById('operations').hidden`);
    const operations = `[...document.querySelectorAll('#operations button')]`;
    expect(await tab.read(`${operations}.map(({ textContent }) => textContent)`)).toEqual([
      'GET /pets',
      'POST /pets',
      'GET /pets/{petId}',
    ]);
    await tab.read(`${operations}.at(-1).click()`);
    const inSight = `(() => {
      const box = document.getElementById('text').getBoundingClientRect();
      const text = document.querySelector('#text pre').firstChild;
      const range = document.createRange();
      range.setStart(text, text.data.replaceAll('\\u2060\\n', '  ').indexOf('/pets/{petId}'));
      const { top } = range.getBoundingClientRect();
      return top >= box.top && top < box.bottom;
    })()`;
    await tab.until(inSight);
    expect(await tab.read('document.activeElement.id')).toBe('text');
    expect(tab.noise).toEqual([]);
  });

  it('of 11 MB does not block the page', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 16_000 }, (_, n) => [
        `/things/${n}`,
        {
          get: {
            operationId: `read${n}`,
            description: `${'word '.repeat(100)}`,
            responses: { 200: { description: 'x' } },
          },
        },
      ]),
    );
    const content = JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths }, null, 2);
    expect(content.length).toBeGreaterThan(11_000_000);
    const body = JSON.stringify({ status: 'OK', detail: { content } });
    stage.answer = asked => (asked.endsWith('/content') ? body : undefined);
    const tab = await stage.tab();
    await tab.page.evaluateOnNewDocument(
      `new PerformanceObserver(list => { for (const { duration } of list.getEntries()) (window.long ??= []).push(duration); })
        .observe({ type: 'longtask' })`,
    );
    await tab.look({});
    await tab.open(url.pets);
    await tab.until(`!document.getElementById('text').hasAttribute('data-filling')`);
    await tab.page.focus('#search');
    await tab.page.keyboard.type('read15999');
    await tab.until(`document.getElementById('search-count').textContent.startsWith('1 of 1')`);
    await tab.page.click('#fold-all');
    await tab.until(`!document.getElementById('text').hasAttribute('data-filling')`);
    const longest = Math.max(0, ...(await tab.read<number[]>('window.long ?? []')));
    expect(longest).toBeLessThan(3_000);
    expect(tab.noise).toEqual([]);
  });
});

describe('everybody can read it', () => {
  it.each([
    ['light', {}],
    ['dark', { dark: true }],
    ['phone', { width: 360, height: 700 }],
    ['dark phone', { width: 360, height: 700, dark: true }],
  ])('axe finds no problem, and nothing is cut off: %s', async (_, look) => {
    const tab = await stage.tab();
    await tab.look(look);
    for (const address of [url.guide, url.pets]) {
      await tab.open(address);
      expect(await tab.audit()).toEqual([]);
      expect(await tab.read('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
  });

  it('in the narrowest window, however long the names of its versions are', async () => {
    const named = await project.createDocument({ type: 'MARKDOWN', name: 'n'.repeat(200) });
    await named.publish({ versionName: 'v'.repeat(100) });
    await named.publish({ versionName: '2' });
    const tab = await stage.tab();
    await tab.look({ width: 320 });
    await tab.open(addressOf(await share(named)));
    expect(await tab.read('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });

  it('by keyboard alone, in the order of the page', async () => {
    const tab = await stage.tab();
    await tab.look({});
    await tab.open(url.guide);
    const stops: string[] = [];
    for (let stop = 0; stop < 14; stop++) {
      await tab.page.keyboard.press('Tab');
      stops.push(
        await tab.read(
          `(({ id, localName, textContent }) => id || localName + ' ' + textContent)(document.activeElement)`,
        ),
      );
    }
    expect(stops).toEqual([
      'a Skip to the document',
      'versions',
      'formatted',
      'source',
      'download',
      'summary What changed in this version',
      'summary Compare with an older version',
      'summary Contents',
      'a Part one',
      'a Part two',
      'a Details',
      'summary Front matter',
      'button ',
      'a below',
    ]);
  });

  it('is printed without the controls of the screen', async () => {
    const tab = await stage.tab();
    await tab.open(url.guide);
    await tab.page.emulateMediaType('print');
    const hidden = `['download', 'forms', 'outline'].map(id => document.getElementById(id).checkVisibility())`;
    expect(await tab.read(hidden)).toEqual([false, false, false]);
    expect(await tab.read(`document.getElementById('content').checkVisibility()`)).toBe(true);
  });
});
