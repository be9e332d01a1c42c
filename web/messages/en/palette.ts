/** The command palette. */
export const palette = {
  title: 'Go to',
  placeholder: 'Go to a page, or search…',
  places: 'Places',
  findProducts: 'Search products for “{{search}}”',
  findPeople: 'Search people for “{{search}}”',
  findOrders: 'Search orders for “{{search}}”',
}
