/** Addresses: RFC 2673 §3.2 (IPv4), RFC 4291 §2.2 (IPv6), RFC 1123 (host names), RFC 5321 §4.1.2 (mailboxes). */

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4Pattern = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
const groupPattern = /^[0-9A-Fa-f]{1,4}$/;
const labelPattern = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/;

const longestIpv6 = 45;
const longestHostname = 253;
const groupCount = 8;

export function isIpv4(text: string): boolean {
  return ipv4Pattern.test(text);
}

/** The 16-bit groups that one side of `::` stands for, or undefined when it is not a list of groups. */
function countGroups(side: string, mayEndInIpv4: boolean): number | undefined {
  if (side === '') return 0;
  const groups = side.split(':');
  const last = groups[groups.length - 1] ?? '';
  if (mayEndInIpv4 && last.includes('.')) {
    if (!isIpv4(last)) return undefined;
    return groups.slice(0, -1).every((group) => groupPattern.test(group)) ? groups.length + 1 : undefined;
  }
  return groups.every((group) => groupPattern.test(group)) ? groups.length : undefined;
}

export function isIpv6(text: string): boolean {
  if (text.length > longestIpv6) return false;
  const gap = text.indexOf('::');
  if (gap < 0) return countGroups(text, true) === groupCount;
  const before = countGroups(text.slice(0, gap), false);
  const after = countGroups(text.slice(gap + 2), true);
  return before !== undefined && after !== undefined && before + after < groupCount;
}

/** Letters, digits and hyphens only; whether an `xn--` label is a real one is a question for the IDNA tables. */
export function isHostname(text: string): boolean {
  return text.length <= longestHostname && text.split('.').every((label) => labelPattern.test(label));
}

const atext = "[A-Za-z0-9!#$%&'*+\\-/=?^_`{|}~]";
const localPattern = new RegExp(`^(?:${atext}+(?:\\.${atext}+)*|"(?:[ !#-\\[\\]-~]|\\\\[ -~])*")$`);
const wideAtext = `(?:${atext}|[\\u{80}-\\u{D7FF}\\u{E000}-\\u{10FFFF}])`;
const wideLocalPattern = new RegExp(
  `^(?:${wideAtext}+(?:\\.${wideAtext}+)*|"(?:[ !#-\\[\\]-~\\u{80}-\\u{D7FF}\\u{E000}-\\u{10FFFF}]|\\\\[ -~])*")$`,
  'u',
);
const mailDomainPattern = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;

/** `[127.0.0.1]` or `[IPv6:::1]`: no other tag is registered with IANA (RFC 5321 §4.1.3). */
function isAddressLiteral(text: string): boolean {
  if (!text.startsWith('[') || !text.endsWith(']')) return false;
  const inside = text.slice(1, -1);
  return /^ipv6:/i.test(inside) ? isIpv6(inside.slice(5)) : isIpv4(inside);
}

function splitMailbox(text: string): readonly [local: string, domain: string] | undefined {
  const at = text.lastIndexOf('@');
  return at < 0 ? undefined : [text.slice(0, at), text.slice(at + 1)];
}

export function isEmail(text: string): boolean {
  const parts = splitMailbox(text);
  if (parts === undefined || !localPattern.test(parts[0])) return false;
  return mailDomainPattern.test(parts[1]) || isAddressLiteral(parts[1]);
}

/** RFC 6531. `isIdnHostname` decides about the domain. */
export function isIdnEmail(text: string, isIdnHostname: (domain: string) => boolean): boolean {
  const parts = splitMailbox(text);
  if (parts === undefined || !wideLocalPattern.test(parts[0])) return false;
  return isAddressLiteral(parts[1]) || isIdnHostname(parts[1]);
}
