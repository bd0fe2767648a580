import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// This file and its callers are JavaScript: without the cache, the first TypeScript file makes Node load its compiler (60 ms).

const folder = join(import.meta.dirname, '../../node_modules/.cache/compiled');

/**
 * Keeps compiled code between starts, in a folder in node_modules: whoever can write there can change the packages too. If the
 * folder is not writable, the start is only slower. Threads read its path from the environment.
 */
export function keepCompiledCode() {
  process.env.NODE_COMPILE_CACHE ??= folder;
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
