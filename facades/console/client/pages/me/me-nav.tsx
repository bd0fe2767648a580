import { SubNav } from '../../parts/sub-nav.tsx';

export const MeNav = () => (
  <SubNav
    label="Parts of my account"
    links={[
      { to: '/me', label: 'Account', end: true },
      { to: '/me/tokens', label: 'MCP tokens' },
      { to: '/me/api-tokens', label: 'API tokens' },
    ]}
  />
);
