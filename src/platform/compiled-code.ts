import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../node_modules/.cache/compiled');

/**
 * Keeps compiled code between starts, beside the packages: whoever may write there may change the code itself. A folder
 * that cannot be written only makes the start slower. Threads find it in the environment.
 */
export function keepCompiledCode(): void {
  process.env.NODE_COMPILE_CACHE ??= folder;
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
