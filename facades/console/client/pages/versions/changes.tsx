import { Comparison } from '../../parts/comparison.tsx';
import { Empty } from '../../parts/empty.tsx';
import { VersionFrame } from './version-frame.tsx';

export const ChangesPage = () => (
  <VersionFrame part="Changes">
    {({ previousDiffId }) =>
      previousDiffId === undefined ? (
        <Empty title="This is the first version of its branch: there is nothing to compare it with" />
      ) : (
        <Comparison diffId={previousDiffId} />
      )
    }
  </VersionFrame>
);
