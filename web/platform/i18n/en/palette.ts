/** The command palette. */
export const palette = {
  title: 'Search',
  placeholder: { admin: 'Product, person, order or page', seller: 'Product, order or page' },
  places: 'Found',
  kinds: { product: 'Product', person: 'Person', order: 'Order' },
  typeMore: {
    admin: 'Type {{count}} characters to find products, people and orders.',
    seller: 'Type {{count}} characters to find products and orders.',
  },
  searching: 'Searching…',
  found_one: '1 shown',
  found_other: '{{count}} shown',
  foundMore_one: '1 shown, there are more',
  foundMore_other: '{{count}} shown, there are more',
  nothing: { admin: 'No product, person or order found for “{{search}}”.', seller: 'No product or order found for “{{search}}”.' },
  findProducts: 'Search products for “{{search}}”',
  findOfStatus: {
    draft: 'Search draft products for “{{search}}”',
    pending: 'Search pending products for “{{search}}”',
    approved: 'Search approved products for “{{search}}”',
    rejected: 'Search rejected products for “{{search}}”',
    archived: 'Search archived products for “{{search}}”',
  },
  findPeople: 'Search people for “{{search}}”',
  findOrders: 'Search orders for “{{search}}”',
} as const
