/** A bar at the top of the window, behind 300 ms. */
export const Progress = ({ label }: { label: string }) => (
  <div className="late progress" role="status">
    <span className="sr-only">{label}</span>
  </div>
);
