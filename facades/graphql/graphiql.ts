import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createStaticFile } from '../static-file.ts';

const page = join(import.meta.dirname, 'built/graphiql.html');

/** The page of GraphiQL. It has 9 MB, so it is read and compressed at its first request. */
export const graphiqlPage = createStaticFile('text/html; charset=utf-8', () => readFile(page));

/** Writes the page, as a build step. The server must not import the package of GraphiQL: it takes 30 MB of memory. */
export async function buildGraphiql(): Promise<void> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  mkdirSync(join(page, '..'), { recursive: true });
  writeFileSync(page, renderGraphiQL({ title: 'docsvc', defaultQuery: GREETING }));
}

// Short lines: the editor does not wrap them in a small window.
const GREETING = `# 1. Get a token:
#    mutation { login(input: {
#      email: "", password: ""
#    }) { token } }
# 2. Put it under "Headers" below:
#    { "Authorization": "TOKEN" }
query {
  me { id email name }
}
`;
