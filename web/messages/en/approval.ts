/** The review queue and its decisions. */
export const approval = {
  title: 'Product approval',
}
