/**
 * `WWW-Authenticate` of every 401 (RFC 9110, section 11.6.1). The scheme is our own, because session tokens are sent
 * without a scheme.
 */
export const CHALLENGE = 'DocsvcToken realm="docsvc"';
