import type DataLoader from 'dataloader';
import type { Call } from '../access/call.ts';

/** The context of one GraphQL execution: the call and the loaders that batch its child lists. */
export type Context = Call & { loaders: Map<string, DataLoader<string, unknown>> };

export const createContext = (call: Call): Context => ({ ...call, loaders: new Map() });
