import { checkUrl, type Reach } from '../../platform/outbound/reach.ts';

export type CheckedBaseUrl = { ok: true; url: string } | { ok: false; problem: string };

export const AI_HOSTS_SETTING = 'DOCSVC_AI_ALLOWED_HOSTS';

/**
 * Checks a base URL without DNS. Returns the URL to append paths to, without a final slash. OpenAI-compatible base URLs
 * end in /v1, so /v1 is added if there is no path.
 */
export function checkBaseUrl(text: string, reach: Reach): CheckedBaseUrl {
  const checked = checkUrl(text, reach, AI_HOSTS_SETTING);
  if (!checked.ok) return checked;
  if (text.includes('?')) return { ok: false, problem: 'must not have a query' };
  const path = checked.url.pathname.replace(/\/+$/, '');
  return { ok: true, url: `${checked.url.origin}${path === '' ? '/v1' : path}` };
}
