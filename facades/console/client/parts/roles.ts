/** The roles in a project, for a list to choose from. */
export const ROLES = [
  { value: 'READER', label: 'Reader: reads and comments' },
  { value: 'WRITER', label: 'Writer: also writes drafts' },
  { value: 'ADMIN', label: 'Admin: also reviews and manages' },
];
