import ipaddr from 'ipaddr.js';

/**
 * What counts as one address of a caller: an IPv4 address, or the /64 of an IPv6 one, which one household or server
 * has for itself. `wider` is the /48 around it: one customer of a provider often has all of that.
 */
export type Network = { address: string; wider: string | undefined };

/** NAT64 (RFC 6052): all of IPv4 stands below one /64. */
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

export function networkOf(address: string): Network {
  const [bare = ''] = address.split('%');
  if (!ipaddr.isValid(bare)) return { address, wider: undefined };
  // An IPv4 address in its IPv6 form (::ffff:0:0/96) is what it is as IPv4.
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return { address: parsed.toString(), wider: undefined };
  const ipv6 = parsed as ipaddr.IPv6;
  if (ipv6.match(NAT64)) return { address: new ipaddr.IPv4(ipv6.toByteArray().slice(12)).toString(), wider: undefined };
  const prefix = (bits: number) => `${ipaddr.IPv6.networkAddressFromCIDR(`${bare}/${bits}`)}/${bits}`;
  return { address: prefix(64), wider: prefix(48) };
}
