import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * `never`: refused whatever the settings are, such as link-local addresses, where clouds serve machine credentials, and
 * IPv6 forms that embed an IPv4 address and may lead to another host.
 */
export type AddressKind = 'public' | 'loopback' | 'private' | 'never';

/** What an address of the kind `never` is, for messages. */
export const NEVER = 'a link-local, metadata or reserved address: the service never connects to these';

/** Metadata services of clouds outside the link-local range. */
const METADATA = [
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fd00:42::42',
].map(address => ipaddr.parse(address).toNormalizedString());

/** IPv6 global unicast (RFC 4291, IANA). */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

const KINDS: Record<string, AddressKind> = {
  unicast: 'public',
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'private',
};

/** The kind of an address in any notation. A text that is not an address is `never`. */
export function addressKind(text: string): AddressKind {
  if (!ipaddr.isValid(text)) return 'never';
  // An IPv4-mapped IPv6 address (::ffff:0:0/96) is treated as IPv4.
  const address = ipaddr.process(text);
  if (METADATA.includes(address.toNormalizedString())) return 'never';
  const kind = KINDS[address.range()] ?? 'never';
  const isGlobal = address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_UNICAST);
  return kind === 'public' && !isGlobal ? 'never' : kind;
}

/** The IP address in the host of a URL; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) > 0 ? bare : undefined;
}
