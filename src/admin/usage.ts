export const ADMIN_USAGE = `Usage: npm run admin -- reset-password EMAIL   (reads the new password from standard input)`;
