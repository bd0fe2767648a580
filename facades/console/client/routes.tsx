import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { FailedPage } from './shell/failed-page.tsx';
import { NotFoundPage } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';

/** A route whose page is a separate chunk, loaded on demand. */
const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

/**
 * The pages of the console. The service serves the console only for the first path segments that are listed in
 * `facades/console/addresses.ts`.
 */
const pages: RouteObject[] = [
  page('/', async () => (await import('./pages/queue/waiting.tsx')).WaitingPage),
  page('/projects', async () => (await import('./pages/projects/projects.tsx')).ProjectsPage),
  page('/projects/:projectId', async () => (await import('./pages/projects/project.tsx')).ProjectPage),
  page('/documents/:documentId', async () => (await import('./pages/documents/document.tsx')).DocumentPage),
  page('/documents/:documentId/drafts', async () => (await import('./pages/documents/drafts.tsx')).DraftsPage),
  page('/documents/:documentId/branches', async () => (await import('./pages/documents/branches.tsx')).BranchesPage),
  page(
    '/versions/:versionId/operations?/:endpointId?',
    async () => (await import('./pages/versions/version.tsx')).VersionPage,
  ),
  page('/versions/:versionId/source', async () => (await import('./pages/versions/source.tsx')).SourcePage),
  page('/versions/:versionId/changes', async () => (await import('./pages/versions/changes.tsx')).ChangesPage),
  page('/compare/:from/:to', async () => (await import('./pages/compare/compare.tsx')).ComparePage),
  page('/endpoints/:endpointId', async () => (await import('./pages/endpoints/endpoint.tsx')).EndpointPage),
  page('/projects/:projectId/members', async () => (await import('./pages/projects/members.tsx')).MembersPage),
  page('/projects/:projectId/rules', async () => (await import('./pages/projects/rules.tsx')).RulesPage),
  page('/projects/:projectId/webhooks', async () => (await import('./pages/projects/webhooks.tsx')).WebhooksPage),
  page('/projects/:projectId/ai', async () => (await import('./pages/projects/ai.tsx')).ProjectAiPage),
  page('/projects/:projectId/audit', async () => (await import('./pages/projects/audit.tsx')).ProjectAuditPage),
  page('/documents/:documentId/shares', async () => (await import('./pages/documents/shares.tsx')).SharesPage),
  page('/documents/:documentId/accepted', async () => (await import('./pages/documents/accepted.tsx')).AcceptedPage),
  page('/search', async () => (await import('./pages/search/search.tsx')).SearchPage),
  page('/me', async () => (await import('./pages/me/me.tsx')).MePage),
  page('/me/tokens', async () => (await import('./pages/me/tokens.tsx')).TokensPage),
  page('/me/api-tokens', async () => (await import('./pages/me/api-tokens.tsx')).ApiTokensPage),
  page('/system', async () => (await import('./pages/system/users.tsx')).UsersPage),
  page('/system/users/:userId/tokens', async () => (await import('./pages/system/user-tokens.tsx')).UserTokensPage),
  page(
    '/system/users/:userId/api-tokens',
    async () => (await import('./pages/system/user-tokens.tsx')).UserApiTokensPage,
  ),
  page('/system/ai', async () => (await import('./pages/system/ai.tsx')).SystemAiPage),
  page('/system/audit', async () => (await import('./pages/system/audit.tsx')).SystemAuditPage),
  page('/mine', async () => (await import('./pages/queue/mine.tsx')).MinePage),
  page('/decided', async () => (await import('./pages/queue/decided.tsx')).DecidedPage),
  page('/drafts/:draftId', async () => (await import('./pages/review/review-page.tsx')).ReviewPage),
  page('/drafts/:draftId/edit', async () => (await import('./pages/edit/edit-draft.tsx')).EditDraftPage),
  page('/documents/:documentId/new-draft', async () => (await import('./pages/edit/new-draft.tsx')).NewDraftPage),
  page('/documents/:documentId/promote', async () => (await import('./pages/edit/promote.tsx')).PromotePage),
  page('/welcome', async () => (await import('./pages/welcome/welcome.tsx')).WelcomePage),
  page('/device', async () => (await import('./pages/device/device.tsx')).DevicePage),
  page('/about', async () => (await import('./pages/about/about.tsx')).AboutPage),
];

/**
 * Gives the first history entry of a load its own key, under which its scroll position is restored. The router would
 * give every first entry the same key.
 */
function nameEntry(): void {
  history.replaceState({ key: Math.random().toString(36).slice(2), ...history.state }, '');
}

export function createRoutes() {
  nameEntry();
  return createBrowserRouter([
    {
      element: <Shell />,
      // Shown while the chunk of the first page loads.
      hydrateFallbackElement: <p />,
      children: [
        { errorElement: <FailedPage />, children: pages },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ]);
}
