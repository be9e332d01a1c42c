const prefix = 'new:'

/** Stands for the id of a product that does not exist yet: the one that `products.create` with this key will make. */
export const creationId = (key: string): string => `${prefix}${key}`

/** The key in such an id; null for the id of a product. */
export const creationKeyIn = (id: string): string | null => (id.startsWith(prefix) ? id.slice(prefix.length) : null)
