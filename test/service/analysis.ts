import type { Analysis } from './served-report';

const LONGEST_PATH = 60;
const DEEPEST_PATH = 3;

/** Hosts that need no encryption, since nothing leaves this machine. */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1'];

/**
 * Rates an absolute URL by its text alone, so that the same one always gets the same result. No page is fetched.
 * No failed check is good, one or two are decent, more are bad:
 * - `https`: the scheme is https, or the host is this machine
 * - `short path`: the path has at most 60 characters
 * - `readable path`: the path has no capitals and no underscores
 * - `shallow path`: the path has at most three segments
 */
export function analyse(url: string): Analysis {
  const { protocol, hostname, pathname } = new URL(url);
  const checks = [
    { name: 'https', passed: protocol === 'https:' || LOOPBACK_HOSTS.includes(hostname) },
    { name: 'short path', passed: pathname.length <= LONGEST_PATH },
    // An encoded letter of another script, such as %C3%BC, is no capital.
    { name: 'readable path', passed: !/[A-Z_]/.test(pathname.replace(/%../g, '')) },
    { name: 'shallow path', passed: pathname.split('/').filter(Boolean).length <= DEEPEST_PATH },
  ];
  const failed = checks.filter((check) => !check.passed).length;
  return { result: failed === 0 ? 'good' : failed <= 2 ? 'decent' : 'bad', checks };
}
