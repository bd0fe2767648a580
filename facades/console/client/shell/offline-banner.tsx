import { useIsReachable } from '../app/connection.ts';

export const OfflineBanner = () =>
  useIsReachable() ? null : (
    <div className="banner" role="status">
      The service cannot be reached. What you see may be old; what you type is kept. Trying again…
    </div>
  );
