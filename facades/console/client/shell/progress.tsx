/** A progress bar at the top of the window. It appears after 300 ms. */
export const Progress = ({ label }: { label: string }) => (
  <div className="late progress" role="status">
    <span className="sr-only">{label}</span>
  </div>
);
