/** HTTP requires a challenge with every 401. A scheme of our own, because sessions are sent without a scheme. */
export const CHALLENGE = 'DocsvcToken realm="docsvc"';
