export const CLIENTS = ['Claude Code', 'Codex', 'VS Code', 'curl'] as const;

export type Client = (typeof CLIENTS)[number];

const inJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** The configuration of MCP clients: its file (`place`) and its text. Clients read the token from the environment. */
export const CONFIGS: Record<Client, { place: string; asks?: boolean; write: (url: string) => string }> = {
  'Claude Code': {
    place: '.mcp.json in the project',
    write: url =>
      inJson({
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the client replaces the variable.
        mcpServers: { docsvc: { type: 'http', url, headers: { Authorization: '${DOCSVC_MCP_TOKEN}' } } },
      }),
  },
  Codex: {
    place: '~/.codex/config.toml',
    write: url => `[mcp_servers.docsvc]\nurl = "${url}"\nenv_http_headers = { "Authorization" = "DOCSVC_MCP_TOKEN" }`,
  },
  'VS Code': {
    place: '.vscode/mcp.json',
    asks: true,
    write: url =>
      inJson({
        inputs: [{ type: 'promptString', id: 'docsvc', description: 'MCP token of docsvc', password: true }],
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the client replaces the input.
        servers: { docsvc: { type: 'http', url, headers: { Authorization: '${input:docsvc}' } } },
      }),
  },
  curl: {
    place: 'a terminal',
    write: url =>
      [
        `curl -sS ${url} \\`,
        '  -H "Authorization: $DOCSVC_MCP_TOKEN" -H "Content-Type: application/json" \\',
        `  --data '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'`,
      ].join('\n'),
  },
};
