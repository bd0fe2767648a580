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
  page('/projects', async () => (await import('../pages/projects/projects.tsx')).ProjectsPage),
  page('/projects/:projectId', async () => (await import('../pages/projects/project.tsx')).ProjectPage),
  page('/documents/:documentId', async () => (await import('../pages/documents/document.tsx')).DocumentPage),
  page('/documents/:documentId/drafts', async () => (await import('../pages/documents/drafts.tsx')).DraftsPage),
  page('/documents/:documentId/branches', async () => (await import('../pages/documents/branches.tsx')).BranchesPage),
  page(
    '/versions/:versionId/operations?/:endpointId?',
    async () => (await import('../pages/versions/version.tsx')).VersionPage,
  ),
  page('/versions/:versionId/source', async () => (await import('../pages/versions/source.tsx')).SourcePage),
  page('/versions/:versionId/changes', async () => (await import('../pages/versions/changes.tsx')).ChangesPage),
  page('/compare/:from/:to', async () => (await import('../pages/compare/compare.tsx')).ComparePage),
  page('/endpoints/:endpointId', async () => (await import('../pages/endpoints/endpoint.tsx')).EndpointPage),
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
