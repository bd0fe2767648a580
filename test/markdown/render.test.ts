import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../src/markdown/render.ts';
import { ownCases, publicCases } from '../support/hostile-markdown.ts';
import { findForeign } from './strict-html.ts';

const htmlOf = (text: string): string => renderMarkdown(text).html;
const REL = 'rel="noopener noreferrer nofollow"';

describe('Markdown becomes HTML', () => {
  it.each([
    ['headings with ids', '# A *b*, c!', '<h1 id="section.a-b-c">A <em>b</em>, c!</h1>\n'],
    ['the same heading twice', '# a\n# a', '<h1 id="section.a">a</h1>\n<h1 id="section.a-1">a</h1>\n'],
    ['a heading that begins with a symbol', '## 🚀 Launch ✅', '<h2 id="section.-launch-">🚀 Launch ✅</h2>\n'],
    ['a heading without a letter', '# !', '<h1>!</h1>\n'],
    ['a heading of another script', '## 你好 мир', '<h2 id="section.你好-мир">你好 мир</h2>\n'],
    ['links', '[a](https://b.c/d?e=1&f)', `<p><a href="https://b.c/d?e=1&amp;f" ${REL} target="_blank">a</a></p>\n`],
    ['bare addresses', 'https://b.c', `<p><a href="https://b.c" ${REL} target="_blank">https://b.c</a></p>\n`],
    ['mail links', '<a@b.c>', `<p><a href="mailto:a@b.c" ${REL} target="_blank">a@b.c</a></p>\n`],
    ['links to headings', '[a](#Größe-x)', `<p><a href="#section.gr%C3%B6%C3%9Fe-x" ${REL}>a</a></p>\n`],
    ['relative links as text', '[a](../b.md)', '<p>a</p>\n'],
    ['images as their text', '![a *b*](https://c.d/e.png "f")', '<p><span class="image">a b</span></p>\n'],
    ['embedded images as a word', '![](data:image/png;base64,AAAA)', '<p><span class="image">image</span></p>\n'],
    ['HTML as text', '<b onclick="x">a</b>', '<p>&lt;b onclick="x"&gt;a&lt;/b&gt;</p>\n'],
    ['code', '    a < b', '<pre><code>a &lt; b\n</code></pre>\n'],
    ['code of an unknown language', '```nope\na\n```', '<pre><code>a\n</code></pre>\n'],
    ['lists', '3. a\n4. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>\n'],
    ['tasks', '- [ ] a\n- [x] b', '<ul><li>☐ a</li>\n<li>☑ b</li>\n</ul>\n'],
    ['breaks and rules', 'a  \nb\n\n***', '<p>a<br>\nb</p>\n<hr>\n'],
    [
      'footnotes as text',
      'a[^1].\n\n[^1]: https://b.c',
      `<p>a[^1].</p>\n<p>[^1]: <a href="https://b.c" ${REL} target="_blank">https://b.c</a></p>\n`,
    ],
    [
      'footnotes of other texts too',
      '> [^a b]: c\n> d\n\n[^a b]',
      '<blockquote><p>[^a b]: c\nd</p>\n</blockquote>\n<p>[^a b]</p>\n',
    ],
    ['a rule at the start', '---\n\n# A\n\n---\n', '<hr>\n<h1 id="section.a">A</h1>\n<hr>\n'],
    ['direction controls by name', 'a\u202eb', '<p>a<span class="control">U+202E</span>b</p>\n'],
  ])('%s', (_, text, html) => {
    expect(htmlOf(text)).toBe(html);
  });

  it('tables keep their alignment without a style', () => {
    expect(htmlOf('|a|b|c|\n|:-|:-:|-:|\n|1|2|3|')).toContain(
      '<td class="left">1</td><td class="center">2</td><td class="right">3</td>',
    );
  });

  it.each(['json', 'yaml', 'bash', 'ts', 'Python', 'c++'])('code of %s has classes for its parts', language => {
    const html = htmlOf(`\`\`\`${language}\n"a" # 1\n\`\`\``);
    expect(html).toMatch(/<span class="hljs-(string|attr|number|comment|meta)">/);
  });

  it('front matter is shown folded, as code', () => {
    expect(htmlOf('---\ntitle: x\n---\n# a')).toMatch(
      /^<details><summary>Front matter<\/summary><pre><code>.*title.*<\/code><\/pre><\/details>\n<h1 id="section.a">/,
    );
  });

  it('headings are listed for a table of contents', () => {
    expect(renderMarkdown('# A `b`\n## [c](x)\n###### d ![e](f)\n#\n').headings).toEqual([
      { level: 1, id: 'section.a-b', text: 'A b' },
      { level: 2, id: 'section.c', text: 'c' },
      { level: 6, id: 'section.d-e', text: 'd e' },
    ]);
  });

  const item = (depth: number, text: string) => `${'  '.repeat(depth)}- ${text}`;
  it.each([
    ['lists', Array.from({ length: 25 }, (_, depth) => item(depth, `level ${depth}`)).join('\n'), 'level 24'],
    [
      'numbered lists',
      Array.from({ length: 25 }, (_, depth) => `${'   '.repeat(depth)}1. level ${depth}`).join('\n'),
      'level 24',
    ],
    ['quotes', `${'>'.repeat(40)} The contract may end at any time.`, 'The contract may end at any time.'],
    ['quotes beyond what any reader parses', `${'>'.repeat(200)} deep`, 'deep'],
    ['quotes below what looks like HTML', `<div>\n${'>'.repeat(45)} deep`, 'deep'],
  ])(
    '%s that are nested too deeply are shown as their source, and the blocks beside them are formatted',
    (_, deep, text) => {
      const { html } = renderMarkdown(`# Before\n\n${deep}\n\n## After\n`);
      expect(html).toContain('>Before</h1>');
      expect(html).toContain('>After</h2>');
      expect(html.slice(html.indexOf('<pre>'), html.indexOf('</pre>'))).toContain(text);
    },
  );

  it('lines that go on with a deep quote belong to it, however many', () => {
    const { html } = renderMarkdown(`${'>'.repeat(40)} a\nb\n`.repeat(1_000));
    expect(html.match(/<pre>/g)).toHaveLength(1);
    expect(html.length).toBeLessThan(20_000);
  });

  it('a deep list with blank lines stays one list, and a deep quote has no empty one behind it', () => {
    const list = ['1. one', '', '2. two', '', '3. three'].map(line => line && '  '.repeat(19) + line).join('\n');
    const outer = Array.from({ length: 19 }, (_, depth) => item(depth, `${depth}`)).join('\n');
    expect(renderMarkdown(`${outer}\n${list}\n`).html.match(/<ol/g)).toHaveLength(1);
    const quotes = `${'>'.repeat(40)} a\n${'>'.repeat(40)}\n`;
    expect(renderMarkdown(quotes).html.match(/<blockquote/g)).toHaveLength(40);
  });

  it('lists are formatted up to 19 levels, and quotes up to 39', () => {
    expect(
      renderMarkdown(Array.from({ length: 19 }, (_, depth) => item(depth, `${depth}`)).join('\n')).html,
    ).not.toContain('<pre>');
    expect(renderMarkdown(`${'>'.repeat(39)} all`).html).toContain('<p>all</p>');
  });

  it('references reach from the end of a long document to its start', () => {
    const html = htmlOf(`[a][far]\n\n${'x\n\n'.repeat(9_000)}[far]: https://b.c\n`);
    expect(html).toContain(`<a href="https://b.c" ${REL} target="_blank">a</a>`);
    expect(html.match(/<p>x<\/p>/g)).toHaveLength(9_000);
  });

  it.each(['\r\n', '\r'])('line ends of every kind count (%j)', end => {
    expect(htmlOf(['# a', '', '- b'].join(end))).toBe(htmlOf('# a\n\n- b'));
  });
});

describe('hostile Markdown leaves nothing but allowed elements', () => {
  it('in every way to write a link, and HTML in every place', () => {
    const failures = ownCases.flatMap(text => findForeign(htmlOf(text)).map(problem => ({ text, problem })));
    expect(ownCases.length).toBeGreaterThan(3_000);
    expect(failures).toEqual([]);
  });

  it('all of them in one document', () => {
    expect(findForeign(htmlOf(ownCases.join('\n\n')))).toEqual([]);
  });

  it.skipIf(publicCases.length === 0)('in public collections of attacks', () => {
    const failures = publicCases.flatMap(text => findForeign(htmlOf(text)).map(problem => ({ text, problem })));
    expect(publicCases.length).toBeGreaterThan(200);
    expect(failures).toEqual([]);
  });

  it('links lead to the web, to mail and to headings only', () => {
    const links = ownCases.flatMap(text =>
      [...htmlOf(text).matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href),
    );
    expect(links.length).toBeGreaterThan(50);
    for (const href of links) {
      const url = new URL(href.replaceAll('&amp;', '&'), 'https://share.example/share/1');
      expect(['https:', 'http:', 'mailto:']).toContain(url.protocol);
      expect(url.username + url.password).toBe('');
      if (url.host === 'share.example') expect(href).toMatch(/^#section\./);
    }
  });

  it('in any combination', () => {
    const piece = fc.constantFrom(
      ...'[ ]( ) ! < > " \' ` ``` ~~~ * _ ~~ \\ & # | - --- : \n \t > 1. javascript: data: https://a.b mailto:a@b.c'.split(
        ' ',
      ),
      ...[
        '[a]: ',
        ' ',
        '\n\n',
        '    ',
        '|-|-|\n',
        '<script>',
        '<!--',
        '&#x6a;',
        '\0',
        '\u202e',
        '\ud800',
        'é',
        'a',
        '[x]',
        '```json\n{"a":',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
        expect(findForeign(htmlOf(pieces.join('')))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('with any characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), text => {
        expect(findForeign(htmlOf(text))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
