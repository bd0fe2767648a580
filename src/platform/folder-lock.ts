import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from './errors.ts';

export class FolderInUseError extends OperatorError {}

/** Another connection holds the lock (sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;

/**
 * Locks the folder, so that only one process opens it. SQLite holds an operating system lock on an empty file: the lock
 * ends with its process in every case, and reused process ids do not matter, unlike with a pid file.
 */
export function lockFolder(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const pidFile = join(dataDir, 'db.pid');
  const lock = new DatabaseSync(join(dataDir, 'db.lock'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY)
      throw new OperatorError(
        `DOCSVC_DATA_DIR ${dataDir} must be on a disk of this machine: its file db.lock cannot be locked (${(error as Error).message})`,
        { cause: error },
      );
    throw new FolderInUseError(`DOCSVC_DATA_DIR ${dataDir} is in use by another process${holder(pidFile)}`);
  }
  writeFileSync(pidFile, String(process.pid));
  return { release: () => lock.close() };
}

function holder(pidFile: string): string {
  try {
    return ` (pid ${readFileSync(pidFile, 'utf8')})`;
  } catch {
    return '';
  }
}
