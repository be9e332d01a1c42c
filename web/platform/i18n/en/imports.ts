import type { OrderImportColumn } from '#domain/order-import.ts'
import type { ImportColumn } from '#domain/product-fields.ts'
import type { ImportStatus } from '#domain/product-import.ts'

const columns = {
  sku: 'Your own product number. A row with the SKU of one of your products changes that product; any other row creates a draft.',
  title: 'What a buyer would search for, {{titleMin}} to {{titleMax}} characters. New products need it.',
  description: 'Up to {{descriptionMax, number}} characters, with Markdown.',
  price: 'In {{currency}}, such as 49.90.',
  stock: 'A whole number.',
  category: 'A category of the marketplace, or a new one.',
  tags: 'Separated by |, such as oak|handmade.',
  attributes: 'Name=value, separated by |, such as Height=90 cm|Colour=red.',
  weight: 'In grams, a whole number. Optional.',
} as const satisfies Record<ImportColumn, string>

/** The example product in the template. */
const example = {
  sku: 'CHAIR-1',
  title: 'Oak chair',
  description: 'Solid oak, oiled by hand.',
  price: '149.90',
  stock: '5',
  category: 'Home',
  tags: 'oak|handmade',
  attributes: 'Height=90 cm|Colour=natural',
  weight: '6200',
} as const satisfies Record<ImportColumn, string>

const orderColumns = {
  externalId: 'The ID of the order in the storefront. Each external ID of a source is imported once.',
  source: 'Where the order comes from; “csv” unless you say otherwise.',
  placedAt: 'When the order was placed, such as 2026-01-31T12:30:00Z. Empty means now.',
  paidAt: 'When it was paid, in the same format. Empty means not paid.',
  buyerName: 'The name of the buyer.',
  buyerEmail: 'The email address of the buyer.',
  recipient: 'Who receives the parcel, if it is not the buyer. Leave it and the six columns below empty if nothing is shipped.',
  line1: 'The shipping address: street and number.',
  line2: 'The second line of the address.',
  postalCode: 'Postal code.',
  city: 'City.',
  region: 'Region or state.',
  country: 'Country.',
  currency: 'Only {{currency}}, which is also the default.',
  shipping: 'The cost of shipping, such as 4.90.',
  tax: 'Tax that is added to the items.',
  discount: 'The amount taken off the items.',
  total: 'Items, shipping and tax less the discount. The sum must match.',
  product_id: 'The ID of a product on sale: the column “id” in the CSV file of all products. Empty if the SKU says which product it is.',
  sku: 'The SKU of the product, unless several sellers use the same one. Not read if the row has the ID.',
  title: 'The title as sold. Empty means the title of the product.',
  lineStatus:
    '“open” if the line is still to be shipped; for earlier orders “shipped” or “delivered”. Empty means open. A shipped or delivered line takes no stock, its seller gets no notification, and its product may be archived.',
  carrier: 'The carrier of a shipped or delivered line. Optional.',
  tracking: 'Its tracking number. Optional.',
  quantity: 'How many, a whole number.',
  unitPrice: 'Price per unit, as sold, such as 10.00.',
} as const satisfies Record<OrderImportColumn, string>

const status = {
  checking: 'Checking',
  checked: 'Checked',
  running: 'Importing',
  done: 'Imported',
  cancelled: 'Cancelled',
  failed: 'Failed',
} as const satisfies Record<ImportStatus, string>

/** Products as CSV files, in and out. */
export const imports = {
  products: {
    about: 'Product',
    lead: 'Add or change many products at once with a CSV file. A dry run shows what would change; nothing is written before you confirm.',
    created: 'New drafts',
    summary: '{{created, number}} new, {{updated, number}} changed, {{unchanged, number}} unchanged, {{failed, number}} refused',
    go_one: 'Import {{count, number}} product',
    go_other: 'Import {{count, number}} products',
    back: 'Back to products',
    nothing: 'There is nothing to import: no row creates or changes a product.',
    done: 'The import is finished. New products are in your list as drafts.',
    doneNothing: 'The import is finished. No product was created or changed.',
  },
  orders: {
    about: 'Order',
    lead: 'Add orders with a CSV file, one row for each order line. A dry run counts what would change; nothing is written and no stock is taken before you confirm.',
    created: 'Lines of new orders',
    unchanged: 'Already imported',
    summary_one: '{{count, number}} line of a new order, {{unchanged, number}} already imported, {{failed, number}} refused',
    summary_other: '{{count, number}} lines of new orders, {{unchanged, number}} already imported, {{failed, number}} refused',
    go_one: 'Import {{count, number}} line',
    go_other: 'Import {{count, number}} lines',
    back: 'Back to orders',
    nothing: 'There is nothing to import: no row belongs to an order that can be imported.',
    done: 'The import is finished. The orders are in the list, and sellers are notified of those with lines to ship.',
    doneNothing: 'The import is finished. No order was created.',
    columns:
      'The first row names the columns, in any order. Each row is one order line. Keep the rows of an order together, with the same external ID, and write the values of the whole order in its first row. If one row of an order is refused, the whole order is left out. An order that already exists is not changed. For earlier orders, “lineStatus” says what was shipped or delivered. The template has an example order, which is refused until you replace its product ID.',
    of: orderColumns,
  },
  choose: {
    title: 'Choose a file',
    label: 'CSV file',
    drop: 'Drop a CSV file here, or',
    hint: 'Up to {{megabytes}} MiB and {{rows, number}} rows. Comma, semicolon or tab; UTF-8.',
    offline: 'The server did not answer. Choose the file again as soon as the connection is back.',
    tooLarge: '“{{name}}” is larger than {{megabytes}} MiB.',
  },
  columns: {
    title: 'Columns of the file',
    text: 'The first row names the columns, in any order. The field of a column you leave out does not change; an empty cell clears its field. A CSV file cannot contain images, so new products become drafts. You can change the file of “Export CSV” and import it again.',
    name: 'Column',
    meaning: 'What it holds',
    template: 'Download template',
    of: columns,
    example,
  },
  status,
  nothing: 'Nothing to import',
  working: {
    checking: 'Reading {{name}}: {{done, number}} of {{rows, number}} rows. Nothing is written yet.',
    running: 'Importing {{name}}: {{done, number}} of {{rows, number}} rows.',
  },
  /** Announced once by screen readers. */
  announced: {
    checking: 'Reading {{name}}. Nothing is written yet.',
    running: 'Importing {{name}}.',
  },
  failed: 'Refused',
  waiting_one: 'One of the changed products has changes that go to review first. Everything else applies at once.',
  waiting_other: '{{count, number}} of the changed products have changes that go to review first. Everything else applies at once.',
  inReview_one: 'One of the changed products has changes that are awaiting review. Everything else applies already.',
  inReview_other: '{{count, number}} of the changed products have changes that are awaiting review. Everything else applies already.',
  result: {
    checked: 'Nothing is written yet. Refused rows are left out; the others can be imported.',
    cancelled: 'The import was cancelled. Rows that were already imported stay.',
    cancelledBefore: 'The import was cancelled before anything was written.',
    failed: 'The import could not be finished.',
  },
  underWay: {
    waits: '“{{name}}” has been checked. Nothing has been imported yet.',
    works: '“{{name}}” is being processed.',
    open: 'Open it',
  },
  discard: 'Discard',
  another: 'Import another file',
  newCategories_one: 'One category is not in the list of this marketplace, so it is a new one: {{names}}.',
  newCategories_other: '{{count, number}} categories are not in the list of this marketplace, so they are new ones: {{names}}.',
  manyCategories:
    'More than {{max, number}} categories are not in the list of this marketplace, so they are new ones: {{names}} and others.',
  someNames: '{{names}} and {{more}} more',
  ignored_one: 'One unknown column was ignored: {{names}}.',
  ignored_other: '{{count}} unknown columns were ignored: {{names}}.',
  problems: {
    title: 'Refused rows',
    row: 'Row',
    problem: 'Problems',
    wholeRow: 'whole row',
    more: 'The first {{shown, number}} of {{all, number}}. The report has all of them with their cells: correct it and import it again.',
    all: 'Correct these rows in the report and import it again. Rows that are already imported stay as they are.',
  },
  preview: {
    title: 'What would change',
    some: '{{shown, number}} of {{all, number}} rows: the first new drafts and the first changed products.',
    all: 'Compare the values before you confirm.',
    draft: 'New draft',
    changes: 'Changes',
    review: 'Goes to review first: {{names}}.',
  },
  earlier: {
    empty: 'No file yet',
    emptyText: 'Imported files are listed here for a week, with their reports.',
    name: 'File',
  },
  notFound: 'This import is no longer available. Choose a file to start a new one.',
} as const
