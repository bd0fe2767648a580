import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Results for the host names of recent requests, which are mostly the same. */
const known = new LRUCache<string, boolean>({
  maxSize: 64 * 1024,
  sizeCalculation: (_, name) => name.length + 1,
});

/** Whether a host name or address (IPv6 with or without brackets) always means this machine. */
export function isLoopback(name: string): boolean {
  const answer = known.get(name) ?? judge(name);
  known.set(name, answer);
  return answer;
}

function judge(name: string): boolean {
  const address = name.replace(/^\[|\]$/g, '');
  return name === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback');
}
