import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** GitHub's description of its API, 11 to 13 MB, from the package @octokit/openapi. Downloaded to `folder`. */
export function githubDescription(folder: string, packageVersion: string): string {
  execFileSync('npm', ['pack', `@octokit/openapi@${packageVersion}`, '--silent'], { cwd: folder });
  const file = 'package/generated/api.github.com.json';
  execFileSync('tar', ['xzf', `octokit-openapi-${packageVersion}.tgz`, file], { cwd: folder });
  return readFileSync(join(folder, file), 'utf8');
}
