import { Button } from '@mantine/core';

/** Shows the rest of a list, a page at a time. */
export const More = ({ shown, total, onMore }: { shown: number; total: number; onMore: (() => void) | undefined }) =>
  shown < total ? (
    <div className="row more">
      <span className="dim">
        {shown} of {total}
      </span>
      {onMore && (
        <Button variant="default" onClick={onMore}>
          Show more
        </Button>
      )}
    </div>
  ) : null;
