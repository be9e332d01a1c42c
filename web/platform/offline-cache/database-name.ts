/** Where what was seen is in the browser. */
export const cacheDatabase = 'backstall-seen'
