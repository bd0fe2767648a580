import type { Services } from '../access/call.ts';
import type { OpenedDatabase } from '../platform/database.ts';

/** What commands use: the services of the running server, or services that the command opened for itself. */
export type AdminContext = { services: Services; database: OpenedDatabase };
