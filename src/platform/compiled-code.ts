import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../node_modules/.cache/compiled');

/**
 * Keeps compiled code between starts, beside the packages: who can write there can change the packages too. A folder
 * that cannot be written only makes the start slower. Threads find it in the environment.
 */
export function keepCompiledCode(): void {
  process.env.NODE_COMPILE_CACHE ??= folder;
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
