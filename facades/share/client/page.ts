// Import order matters: secret.ts removes the secret from the address before any other code runs.
import './secret.ts';
import './main.ts';
