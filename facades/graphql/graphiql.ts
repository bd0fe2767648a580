import { createReadStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const page = join(import.meta.dirname, 'built/graphiql.html');

/** The page to try queries on. It has 10 MB, so it is read for each request instead of kept in memory. */
export const readGraphiql = (): Readable => createReadStream(page);

/** Writes the page. Its package has 30 MB in memory: the server does not import it. */
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
