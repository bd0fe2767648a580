import { useMemo } from 'react';
import { RouterProvider } from 'react-router/dom';
import { Provider } from 'urql';
import { createClient } from './app/client.ts';
import { useSessionState } from './app/session.ts';
import { createRoutes } from './routes.tsx';

const router = createRoutes();

export function App() {
  const { session } = useSessionState();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each session gets its own cache.
  const client = useMemo(createClient, [session?.token]);
  return (
    <Provider value={client}>
      <RouterProvider router={router} />
    </Provider>
  );
}
