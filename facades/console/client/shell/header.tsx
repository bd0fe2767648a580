import { ActionIcon, Button, Menu, useMantineColorScheme } from '@mantine/core';
import { Link, NavLink } from 'react-router';
import { act } from '../app/ask.ts';
import { graphql } from '../app/graphql.ts';
import { leaveSession, useUser } from '../app/session.ts';
import { QuickSearch } from './quick-search.tsx';
import { useWaiting } from './waiting.tsx';

export function Header() {
  const { reviewQueue } = useWaiting();
  return (
    <header className="shell-head">
      <Link to="/" className="shell-brand">
        docsvc
      </Link>
      <nav className="shell-nav" aria-label="Main">
        <NavLink to="/" end>
          Queue{reviewQueue.count > 0 && ` (${reviewQueue.count})`}
        </NavLink>
        <NavLink to="/projects">Projects</NavLink>
      </nav>
      <QuickSearch />
      <ColorSchemeMenu />
      <UserMenu />
    </header>
  );
}

const SCHEMES = { auto: 'As the system', light: 'Light', dark: 'Dark' } as const;

function ColorSchemeMenu() {
  // Without `keepTransitions`, Mantine adds a <style> element while it switches, which the CSP forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <Menu transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Colours: ${SCHEMES[colorScheme]}`} size="lg">
          <span aria-hidden="true">◐</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(SCHEMES).map(([scheme, name]) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme as keyof typeof SCHEMES)}
            rightSection={scheme === colorScheme ? '✓' : undefined}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const LOGOUT = graphql(`mutation Logout { logout { id } }`);

function UserMenu() {
  const { name, isSuperAdmin } = useUser();
  return (
    <Menu transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-md" className="user-button">
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/me">
          Me and my tokens
        </Menu.Item>
        {isSuperAdmin && (
          <Menu.Item component={Link} to="/system">
            System
          </Menu.Item>
        )}
        <Menu.Item component={Link} to="/about">
          About and APIs
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          onClick={() => {
            // Do not wait for the answer: the user may leave at once. `keepalive` completes the request.
            void act(LOGOUT, {}, { keepalive: true });
            leaveSession();
          }}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
