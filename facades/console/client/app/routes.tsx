import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { FailedPage } from '../shell/failed-page.tsx';
import { NotFoundPage } from '../shell/not-found.tsx';
import { Shell } from '../shell/shell.tsx';

/** A page in a chunk of its own. */
const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

/**
 * The pages of the console. The service answers the first part of an address only where `facades/console/addresses.ts`
 * lists it.
 */
const pages: RouteObject[] = [
  page('/', async () => (await import('../pages/queue/waiting.tsx')).WaitingPage),
  page('/about', async () => (await import('../pages/about/about.tsx')).AboutPage),
];

export const createRoutes = () =>
  createBrowserRouter([
    {
      element: <Shell />,
      // While the chunk of the first page loads.
      hydrateFallbackElement: <p />,
      children: [
        { errorElement: <FailedPage />, children: pages },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ]);
