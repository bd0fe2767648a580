import { createContext, useContext } from 'react';

const Again = createContext(() => {});

export const AgainProvider = Again.Provider;

/** Returns a function that mounts the page again, so that it repeats all its queries. */
export const useAgain = () => useContext(Again);
