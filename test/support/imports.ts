import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

export type Import = { file: string; specifier: string; typeOnly: boolean };

/** The sources of these folders, without the generated ones. */
export const sourceFiles = (folders: readonly string[]): string[] =>
  folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(tsx?|js)$/.test(name) && !/^generated|\/(gql|built)\//.test(name))
      .map(name => join(folder, name)),
  );

const IMPORTS = [
  /^(?:import|export)\s+(type\s)?[^;'"`]*?\bfrom\s+'([^']+)'/gm,
  /^import\s+()'([^']+)'/gm,
  /\bimport\(()\s*['"`]([^'"`]+)/g,
  /\bnew URL\(()\s*'([^']+\.ts)'/g,
];

/** All imports of the files in these folders. */
export const importsIn = (folders: readonly string[]): Import[] =>
  sourceFiles(folders).flatMap(file => {
    const text = readFileSync(join(root, file), 'utf8');
    return IMPORTS.flatMap(pattern =>
      [...text.matchAll(pattern)].map(([, type, specifier = '']) => ({ file, specifier, typeOnly: Boolean(type) })),
    );
  });

export const isOwn = ({ specifier }: Import): boolean => specifier.startsWith('.');

/** The file of a relative import, from the root of the project. */
export const targetOf = ({ file, specifier }: Import): string => relative(root, join(root, dirname(file), specifier));
