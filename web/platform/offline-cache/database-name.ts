/** Where what was seen is in the browser. */
export const seenDatabase = 'backstall-seen'
