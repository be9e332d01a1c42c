/** The seller's products: list and forms. */
export const products = {
  title: 'Products',
  add: 'Add product',
  edit: 'Edit product',
}
