/** One product as an administrator reads it. */
export const productRecord = {
  window: 'Product',
  toQueue: 'Open in the queue',
}
