import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import protobuf from 'highlight.js/lib/languages/protobuf';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = {
  ...{ bash, c, cpp, csharp, css, diff, dockerfile, go, graphql, http, ini, java, javascript, json, kotlin, php },
  ...{ powershell, protobuf, python, ruby, rust, shell, sql, swift, typescript, xml, yaml },
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** Some grammars take quadratic time on hostile text. With these limits, that is at most about half a second. */
const MAX_CODE = 10_000;
const MAX_LINE = 400;
/** Higher limits for grammars that took linear time on all tested inputs. */
const MAX_CODE_OF: Record<string, number> = { json: 40_000, yaml: 40_000, xml: 40_000, http: 40_000, diff: 40_000 };
/** Time limit of all code in one document. Further code is not highlighted. */
const MAX_TOTAL_MS = 1_000;
const MAX_GROWTH = 8;

/** Marks the parts of a code with classes; returns null if the code should be shown without highlighting. */
export type Highlight = (code: string, language: string) => string | null;

/** Creates a highlighter for one document. */
export const createHighlight = (): Highlight => {
  let spentMs = 0;
  return (code, language) => {
    const name = hljs.getLanguage(language) && nameOf(language);
    if (!name || spentMs > MAX_TOTAL_MS || code.length > (MAX_CODE_OF[name] ?? MAX_CODE) || hasLongLine(code))
      return null;
    const start = performance.now();
    const { value } = hljs.highlight(code, { language: name, ignoreIllegals: true });
    spentMs += performance.now() - start;
    return value.length > MAX_GROWTH * code.length + 1_000 ? null : value;
  };
};

const nameOf = (language: string): string => {
  const found = hljs.getLanguage(language);
  return hljs.listLanguages().find(name => hljs.getLanguage(name) === found) ?? '';
};

const hasLongLine = (code: string): boolean => {
  for (let start = 0; start < code.length; ) {
    const end = code.indexOf('\n', start);
    if ((end < 0 ? code.length : end) - start > MAX_LINE) return true;
    if (end < 0) return false;
    start = end + 1;
  }
  return false;
};
