/** Posts that one search finds at most: the newest of those that match. */
export const maxSearchResults = 1000;
