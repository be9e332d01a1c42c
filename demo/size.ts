/** The size of the marketplace. */
export type Size = {
  /** Sellers with a shop and products. */
  shops: number
  /** Other people who signed up within the year. */
  others: number
  products: number
  /** Waiting for a decision. */
  pending: number
  /** Edit requests that wait. */
  edits: number
  orders: number
  chats: number
  /** Of the pictures, in pixels. */
  pictureWidth: number
}

export const fullSize: Size = {
  shops: 48,
  others: 560,
  products: 660,
  pending: 36,
  edits: 12,
  orders: 5_400,
  chats: 24,
  pictureWidth: 1_200,
}

/** The smallest size that still has some of everything, for tests. */
export const smallSize: Size = { shops: 10, others: 24, products: 70, pending: 6, edits: 4, orders: 160, chats: 8, pictureWidth: 640 }
