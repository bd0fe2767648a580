import { endOfString } from '../src/platform/json.ts';

/** A key that the outermost object of valid JSON has twice. JSON.parse would silently take the last value. */
export function repeatedKey(json: string): string | undefined {
  const keys = new Set<string>();
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at] as string;
    if (character === '"') {
      const end = endOfString(json, at);
      if (depth === 1 && isColonAfter(json, end)) {
        const key = JSON.parse(json.slice(at, end + 1)) as string;
        if (keys.has(key)) return key;
        keys.add(key);
      }
      at = end;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return undefined;
}

function isColonAfter(json: string, end: number): boolean {
  let next = end + 1;
  while (json.charCodeAt(next) <= 32) next += 1;
  return json[next] === ':';
}
