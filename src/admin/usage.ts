/** The usage text of the commands that work on the database. */
export const ADMIN_USAGE = `Usage: npm run -s admin -- COMMAND

  reset-password EMAIL     Sets a password, read from standard input, and ends the sessions of the user
  keys status              Lists the encryption keys and how many stored secrets need each
  keys rotate              Makes new keys; the former ones stay valid
  keys reencrypt           Encrypts all stored secrets with the first key; may be stopped and run again
  verify                   Checks that the stored data is complete and consistent
  backup FOLDER            Writes the embedded database and the generated keys to a new folder
  restore FOLDER           Makes the data folder of a new server from a backup

The settings name the database, as for the server. While a server uses the embedded database, the server itself runs the
command; restore needs a data folder without a database. docs/operations.md has more.`;
