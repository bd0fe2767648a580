export const PROFILES = ['strict', 'oasdiff', 'lenient'] as const;
