/** The name of the offline cache's IndexedDB database. */
export const cacheDatabase = 'backstall-seen'
