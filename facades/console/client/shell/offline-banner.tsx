import { useIsReachable } from '../app/connection.ts';

// The live region is always in the page: screen readers announce only changes of an existing one.
export const OfflineBanner = () => (
  <div role="status">
    {!useIsReachable() && (
      <div className="banner">
        The service cannot be reached. What you see may be old; what you type is kept. Trying again…
      </div>
    )}
  </div>
);
