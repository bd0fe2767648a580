import ipaddr from 'ipaddr.js';

/** Whether a host name or address (IPv6 with or without brackets) always means this machine. */
export function isLoopback(name: string): boolean {
  const address = name.replace(/^\[|\]$/g, '');
  return name === 'localhost' || (ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback');
}
