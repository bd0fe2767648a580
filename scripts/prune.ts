import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Types and source maps of all packages. Node reads neither. */
const forDevelopers = /\.(d\.[cm]?ts|map)$/;

/** The headers of Node, and Prisma's query compilers for other databases and other runtimes. */
const ofOtherUses = [
  /^node\/node_modules\/node-[^/]+\/(include|share)\//,
  /^@prisma\/client\/runtime\/(query_compiler_(small|fast_bg\.(?!postgresql))|wasm-compiler-edge|index-browser)/,
];

/** Removes files that the service never reads: half of an installation. The licences stay. */
export function pruneModules(modules: string): void {
  for (const file of readdirSync(modules, { recursive: true, encoding: 'utf8' })) {
    const path = file.replaceAll('\\', '/');
    if (forDevelopers.test(path) || ofOtherUses.some(pattern => pattern.test(path)))
      rmSync(join(modules, file), { force: true, recursive: true });
  }
}
