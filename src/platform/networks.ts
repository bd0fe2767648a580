import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network of a caller for rate limits: an IPv4 address, or the /64 of an IPv6 address, which one household or
 * server usually has. `wider` is the /48 around it, which one customer of a provider often has.
 */
export type Network = { address: string; wider: string | undefined };

/**
 * The caller name of an anonymous caller in fair queues. All addresses of a /48 share one name: its owner would otherwise
 * count as 65,536 callers.
 */
export function anonymousName(address: string): string {
  const network = networkOf(address);
  return network.wider ?? network.address;
}

/** NAT64 (RFC 6052) maps all of IPv4 into one /64. */
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

export function networkOf(address: string): Network {
  if (isIPv4(address)) return { address, wider: undefined };
  const [bare = ''] = address.split('%');
  if (!ipaddr.isValid(bare)) return { address, wider: undefined };
  // An IPv4-mapped IPv6 address (::ffff:0:0/96) is treated as IPv4.
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return { address: parsed.toString(), wider: undefined };
  const ipv6 = parsed as ipaddr.IPv6;
  if (ipv6.match(NAT64)) return { address: new ipaddr.IPv4(ipv6.toByteArray().slice(12)).toString(), wider: undefined };
  const prefix = (bits: number) => `${ipaddr.IPv6.networkAddressFromCIDR(`${bare}/${bits}`)}/${bits}`;
  return { address: prefix(64), wider: prefix(48) };
}
