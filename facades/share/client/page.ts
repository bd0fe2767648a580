// The secret leaves the address before anything else of the page runs.
import './secret.ts';
import './main.ts';
