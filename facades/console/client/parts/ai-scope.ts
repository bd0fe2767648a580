/** Never from the cache: an old state would look like what is stored. */
export const PRESENT = { requestPolicy: 'network-only' } as const;

/** Of one project, or of the system. */
export const variablesOf = (projectId: string | undefined) => (projectId === undefined ? {} : { projectId });

/** The value of a tick. */
export const isOn = (value: string | undefined): boolean => value === 'on';
