/** The first path segments of the console. All other paths stay 404. */
const PREFIXES = [
  'sign-in',
  'mine',
  'decided',
  'welcome',
  'projects',
  'documents',
  'branches',
  'drafts',
  'versions',
  'endpoints',
  'compare',
  'search',
  'me',
  'system',
  'about',
];

/** Whether an address belongs to the console, even if it is malformed. */
export const isConsoleAddress = (url: string): boolean => PREFIXES.includes(/^\/([^/?]*)/.exec(url)?.[1] ?? '');

/** The patterns of all routes that answer with the page. */
export const ADDRESSES = ['/', ...PREFIXES.flatMap(prefix => [`/${prefix}`, `/${prefix}/*`])];
