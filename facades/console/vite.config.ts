import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';

const root = join(import.meta.dirname, 'client');
const built = join(import.meta.dirname, 'built');

/** Writes a Brotli form of each file, for `page.ts`. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle() {
    const folder = join(built, 'assets');
    for (const file of readdirSync(folder)) {
      const small = brotliCompressSync(readFileSync(join(folder, file)), {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
      });
      writeFileSync(join(folder, `${file}.br`), small);
    }
  },
};

/** How the console is built. */
export const config: InlineConfig = {
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'error',
  plugins: [react(), compressed],
  worker: { format: 'es' },
  build: {
    outDir: built,
    emptyOutDir: true,
    target: 'es2023',
    // No data: URLs in styles: the Content-Security-Policy would have to allow them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
  },
};
