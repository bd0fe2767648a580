import { createContext, useContext } from 'react';

const Again = createContext(() => {});

export const AgainProvider = Again.Provider;

/** Builds the page again, which asks for everything that it shows. */
export const useAgain = () => useContext(Again);
