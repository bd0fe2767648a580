import ipaddr from 'ipaddr.js';

/**
 * `never`: what no setting opens, such as link-local addresses, where clouds keep the credentials of their machines,
 * and every way to write an IPv4 address into an IPv6 one that leads elsewhere than it says.
 */
export type AddressKind = 'public' | 'loopback' | 'private' | 'never';

/** Addresses at which clouds tell a machine its secrets, beyond the link-local ones. */
const METADATA = [
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fd00:42::42',
].map(address => ipaddr.parse(address).toNormalizedString());

/** The part of IPv6 that is given out for use on the internet (RFC 4291, IANA). */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

const KINDS: Record<string, AddressKind> = {
  unicast: 'public',
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'private',
};

/** What an address is, in whatever form it is written; what is no address is `never`. */
export function addressKind(text: string): AddressKind {
  if (!ipaddr.isValid(text)) return 'never';
  // An IPv4 address in its IPv6 form (::ffff:0:0/96) is what it is as IPv4.
  const address = ipaddr.process(text);
  if (METADATA.includes(address.toNormalizedString())) return 'never';
  const kind = KINDS[address.range()] ?? 'never';
  const isGlobal = address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_UNICAST);
  return kind === 'public' && !isGlobal ? 'never' : kind;
}
