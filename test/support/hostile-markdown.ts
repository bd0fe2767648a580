import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Texts that try to insert an element, a request or a script into the page of a reader. */

const scripts = [
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'vbscript:msgbox(1)', 'livescript:alert(1)', 'mocha:alert(1)'],
  ...['data:text/html,<script>alert(1)</script>', 'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=='],
  ...['data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+', 'DATA:image/png;base64,iVBORw0KGgo='],
  ...['file:///etc/passwd', 'blob:http://127.0.0.1/1', 'filesystem:http://127.0.0.1/x', 'about:blank', 'view-source:x'],
  ...['ftp://host.example/x', 'ws://host.example', 'tel:+1', 'sms:+1', 'intent://x#Intent;end', 'ms-word:x', 'x:y'],
  ...['java\tscript:alert(1)', 'java\nscript:alert(1)', 'java\rscript:alert(1)', 'java\0script:alert(1)'],
  ...['\x01javascript:alert(1)', '\x1fjavascript:alert(1)', ' javascript:alert(1)', '\u00a0javascript:alert(1)'],
  ...[
    '\u2028javascript:alert(1)',
    '\ufeffjavascript:alert(1)',
    '\u200bjavascript:alert(1)',
    'javascript\u00ad:alert(1)',
  ],
  ...['&#106;avascript:alert(1)', '&#x6A;avascript:alert(1)', 'javascript&colon;alert(1)', 'javascript&#58;alert(1)'],
  ...[
    'java&Tab;script:alert(1)',
    'java&NewLine;script:alert(1)',
    '&#0000106avascript:alert(1)',
    'java&#10;script:alert(1)',
  ],
  ...[
    '%6Aavascript:alert(1)',
    'javascript%3Aalert(1)',
    'java%0ascript:alert(1)',
    '\\javascript:alert(1)',
    'j\\avascript:x',
  ],
  ...[
    'ｊａｖａｓｃｒｉｐｔ:alert(1)',
    'javascript：alert(1)',
    'ĵavascript:alert(1)',
    'jav\u0000ascript:alert(1)',
    ':javascript:x',
  ],
  ...['//host.example/x', '\\\\host.example\\x', '/\\host.example', '///host.example', 'https:host.example', 'http:/x'],
  ...['https:\\\\host.example', 'http://', 'https://@', 'https://user:pass@host.example', 'https://user@host.example/'],
  ...[
    'https://good.example@host.example',
    'http://[::1',
    'https://a b/',
    'mailto:',
    'mailto:a',
    'mailto:a@b@c',
    'MAILTO:?x@y',
  ],
  ...['./a.md', '../a.md', '/admin', '?x=1', 'a/b#c', '#', '#%', '#%zz', '#"onclick=alert(1)', '#\u202e', '#__proto__'],
  ...[
    'https://host.example/"onmouseover="alert(1)',
    "https://host.example/'onmouseover='alert(1)",
    'https://a.b/<script>',
  ],
  ...[
    'https://host.example/?a=1&b=2"><img src=x onerror=alert(1)>',
    'https://a.b/\u202egpj.exe',
    'HTTPS://host.example',
  ],
];

/** Every way to write an address in Markdown. */
const inLinks = (address: string): string[] => [
  `[text](${address})`,
  `[text](<${address}>)`,
  `[text](${address} "title")`,
  `[text](${address} 'a" onclick="alert(1)')`,
  `[text](  ${address}  (title) )`,
  `![alt](${address})`,
  `![alt](<${address}> "title")`,
  `[![alt](${address})](${address})`,
  `[text][ref]\n\n[ref]: ${address}`,
  `[text][]\n\n[text]: <${address}> "title"`,
  `[text]\n\n[text]:\n   ${address}\n   'title'`,
  `![alt][ref]\n\n[ref]: ${address}`,
  `[^1]\n\n[^1]: ${address}`,
  `<${address}>`,
  `${address}`,
  `(${address})`,
  `www.${address}`,
  `*[a](${address})*`,
  `| a |\n|---|\n| [text](${address}) |`,
  `# [text](${address})`,
  `> - [text](${address})`,
  `[${address}](${address})`,
  `\`${address}\``,
  `[a]\\(${address})`,
  `[text](\\${address})`,
  `[te[x](${address})t](${address})`,
];

const elements = [
  ...[
    '<script>alert(1)</script>',
    '<ScRiPt src=//host.example></ScRiPt>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
  ],
  ...[
    '<svg><script>alert&#40;1)</script></svg>',
    '<math><mtext><script>alert(1)</script></mtext></math>',
    '<a href="javascript:x">x</a>',
  ],
  ...[
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<object data="data:text/html,x">',
  ],
  ...[
    '<embed src=x>',
    '<form action=x><button formaction=javascript:alert(1)>x</form>',
    '<input autofocus onfocus=alert(1)>',
  ],
  ...[
    '<style>@import "//host.example"</style>',
    '<link rel=stylesheet href=//host.example>',
    '<base href=//host.example>',
  ],
  ...[
    '<meta http-equiv=refresh content="0;url=//host.example">',
    '<video><source onerror=alert(1)></video>',
    '<audio src=x>',
  ],
  ...[
    '<details open ontoggle=alert(1)>x</details>',
    '<marquee onstart=alert(1)>',
    '<body onload=alert(1)>',
    '<frameset onload=alert(1)>',
  ],
  ...['<template><script>alert(1)</script></template>', '<noscript><p title="</noscript><script>alert(1)</script>">'],
  ...[
    '<!--><script>alert(1)</script>-->',
    '<!-- --!><script>alert(1)</script>',
    '<![CDATA[<script>alert(1)</script>]]>',
  ],
  ...[
    '<?xml-stylesheet href="javascript:alert(1)"?>',
    '<!DOCTYPE x [<!ENTITY a "b">]>',
    '</p><script>alert(1)</script>',
  ],
  ...[
    '<div\nonclick=alert(1)\n>x</div>',
    '<p style="background:url(//host.example)">',
    '<p class="x" id="location">',
    '<plaintext>',
  ],
  ...[
    '<textarea><script>alert(1)</script>',
    '<title><script>',
    '<xmp><script>',
    '<a name=getElementById>',
    '<img name=body>',
  ],
  ...[
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '&#60;script&#62;alert(1)',
    '\\<script>alert(1)</script>',
    '<<script>script>alert(1)',
  ],
  ...[
    '\x00<script\x00>alert(1)</script>',
    '＜script＞alert(1)＜/script＞',
    '<scr\u00adipt>alert(1)',
    '<\tscript>alert(1)',
    '<%2Fscript>',
  ],
  ...[
    '{{constructor.constructor("alert(1)")()}}',
    `$\{alert(1)}`,
    '<%= alert(1) %>',
    '<slot name=x>',
    '<portal src=x>',
    '<dialog open>',
  ],
];

/** Every place of a Markdown document that may contain HTML. */
const inPlaces = (html: string): string[] => [
  html,
  `text ${html} text`,
  `# ${html}`,
  `${html}\n===`,
  `> ${html}`,
  `- ${html}`,
  `1. a\n   ${html}`,
  `| ${html.replaceAll('|', '')} |\n|---|\n| ${html.replaceAll('|', '')} |`,
  `\`${html}\``,
  `\`\`\`html\n${html}\n\`\`\``,
  `\`\`\`${html}\ncode\n\`\`\``,
  `~~~ json"${html}\n{}\n~~~`,
  `    ${html}`,
  `*${html}*`,
  `[${html}](https://host.example)`,
  `[a](https://host.example "${html}")`,
  `![${html}](https://host.example/x.png)`,
  `[a]: https://host.example "${html}"\n\n[a]`,
  `---\ntitle: ${html}\n---\n\ntext`,
  `\`\`\`xml\n<a>${html}</a>\n\`\`\`\n`,
];

const names = [
  ...[
    '# location',
    '# __proto__',
    '# constructor',
    '# toString',
    '# body',
    '# document.body',
    '# "onclick=alert(1)',
    '# a b<i>',
  ],
  ...[
    '# a\n# a\n# a',
    '# section.a\n# a',
    '# \u202eevil',
    `# ${'x'.repeat(5_000)}`,
    '# <img src=x>',
    '# [x](javascript:alert(1))',
  ],
  ...[
    'a\u202eb\u2066c',
    '`a\u202eb`',
    '```js\n// \u202e } \u2066if\n```',
    '[a\u202eb](https://host.example)',
    '```\u202e\nx\n```',
  ],
];

export const ownCases: string[] = [...scripts.flatMap(inLinks), ...elements.flatMap(inPlaces), ...names];

const folder = join(import.meta.dirname, '../../../shared/markdown-xss-public');

/** Public collections of hostile Markdown and HTML, read from a local folder; empty if it does not exist. */
export const publicCases: string[] = existsSync(folder) ? readPublicCases() : [];
if (publicCases.length === 0)
  console.warn('The public cases are not at ../shared/markdown-xss-public: their tests are skipped.');

function readPublicCases(): string[] {
  const payloads = JSON.parse(readFileSync(join(folder, 'dompurify-expect.json'), 'utf8')) as { payload: string }[];
  const blocks = readFileSync(join(folder, 'markdown-it-xss.txt'), 'utf8').split(/^\.\n/m);
  return [...payloads.map(({ payload }) => payload), ...blocks.filter((_, index) => index % 3 === 1)];
}
