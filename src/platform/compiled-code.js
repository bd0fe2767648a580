import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// JavaScript, as the programs that call it: without the cache, Node loads its compiler for the first TypeScript file (60 ms).

const folder = join(import.meta.dirname, '../../node_modules/.cache/compiled');

/**
 * Keeps compiled code between starts, beside the packages: who can write there can change the packages too. A folder
 * that cannot be written only makes the start slower. Threads find it in the environment.
 */
export function keepCompiledCode() {
  process.env.NODE_COMPILE_CACHE ??= folder;
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
