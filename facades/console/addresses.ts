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
  'device',
  'about',
];

/** The patterns of all routes that answer with the page. */
export const ADDRESSES = ['/', ...PREFIXES.flatMap(prefix => [`/${prefix}`, `/${prefix}/*`])];
