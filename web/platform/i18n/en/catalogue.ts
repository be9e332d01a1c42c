/** The catalogue: every product, as administrators see them. */
export const catalogue = {
  lead: 'Every product of the marketplace, in every status.',
  searchHint: 'Title, SKU, shop or person',
  stock: { all: 'Any stock', out: 'Out of stock', low: 'Low: {{count}} or fewer', in: 'In stock' },
  priceFrom: 'Lowest price',
  priceTo: 'Highest price',
  prices: { from: 'from {{from}}', to: 'up to {{to}}', both: '{{from}} to {{to}}' },
  created: 'Created',
  emptyTitle: 'No products yet',
  emptyText: 'Products appear here as soon as a seller creates one.',
  noneText: 'Try another search, or remove a filter.',
  archiveText:
    'Approved products leave the storefront at once, until an administrator restores them. Their pending edit requests are closed. Products in any other status are not archived; each shows why.',
} as const
