import type { OrderImportColumn } from '#domain/order-import.ts'
import type { ImportColumn } from '#domain/product-fields.ts'
import type { ImportStatus } from '#domain/product-import.ts'

const columns = {
  sku: 'Your own number. A product of yours with this SKU is changed; any other makes a new draft.',
  title: 'What a buyer would search for, 3 to 140 characters. New products need it.',
  description: 'Up to 5,000 characters, with Markdown.',
  price: 'In {{currency}}, such as 49.90.',
  stock: 'A whole number.',
  category: 'One of the marketplace’s, or a new one.',
  tags: 'Separated by |, such as oak|handmade.',
  attributes: 'Name=value, separated by |, such as Height=90 cm|Colour=red.',
  weight: 'In grams, a whole number; left empty where it does not matter.',
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
  externalId: 'What the storefront calls the order. With the source it is taken once.',
  source: 'Where the order comes from; “csv” unless you say otherwise.',
  placedAt: 'When it was placed, such as 2026-01-31T12:30:00Z. Left out, it is now.',
  paidAt: 'When it was paid, written alike. Left out, it is not paid.',
  buyerName: 'The name of the buyer.',
  buyerEmail: 'The email address of the buyer.',
  line1: 'The shipping address: street and number. Left out with the five below, nothing is sent.',
  line2: 'Further words of the address.',
  postalCode: 'Postal code.',
  city: 'City.',
  region: 'Region or state.',
  country: 'Country.',
  currency: 'Only {{currency}}, which is meant where it is left out.',
  shipping: 'What shipping costs, such as 4.90.',
  tax: 'Tax that is added to the items.',
  discount: 'What is taken off the items.',
  total: 'Items, shipping and tax less the discount; it has to add up.',
  product_id: 'The ID of a product on sale.',
  title: 'What it was sold as; left out, what the product is called.',
  quantity: 'How many, a whole number.',
  unitPrice: 'The price of one, as sold, such as 10.00.',
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
    lead: 'Bring many products at once as a CSV file, or change those you have. Nothing is written before you have seen what would happen.',
    created: 'New drafts',
    updated: 'Changed',
    unchanged: 'Unchanged',
    summary: '{{created}} new, {{updated}} changed, {{unchanged}} unchanged, {{failed}} refused',
    go_one: 'Import {{shown}} product',
    go_other: 'Import {{shown}} products',
    back: 'Back to products',
    nothing: 'There is nothing to import: no row makes or changes a product.',
    done: 'The import is finished. New products wait in your list as drafts.',
    doneNothing: 'The import is finished. No product was made or changed.',
  },
  orders: {
    lead: 'Bring orders as a CSV file, a row for each line. Nothing is written and no stock is taken before you have seen what would happen.',
    created: 'Lines of new orders',
    unchanged: 'Here already',
    summary_one: '{{created}} line of a new order, {{unchanged}} here already, {{failed}} refused',
    summary_other: '{{created}} lines of new orders, {{unchanged}} here already, {{failed}} refused',
    go_one: 'Import {{shown}} line',
    go_other: 'Import {{shown}} lines',
    back: 'Back to orders',
    nothing: 'There is nothing to import: no row belongs to an order that could be taken.',
    done: 'The import is finished. The orders stand in the list, and their sellers are told.',
    doneNothing: 'The import is finished. No order was made.',
    columns:
      'The first row names the columns, in any order. Each row is a line; the rows of one order stand together and have one external ID, and what is true of the whole order is said in the first of them. An order of which one row is refused is left out as a whole, and one that is here already changes nothing.',
    of: orderColumns,
  },
  choose: {
    title: 'Choose a file',
    label: 'CSV file',
    drop: 'Drop a CSV file here, or',
    button: 'choose a file',
    hint: 'Up to {{megabytes}} MiB and {{rows}} rows. Comma, semicolon or tab; UTF-8.',
    uploading: 'Uploading {{name}}: {{percent}} %',
    cancel: 'Cancel upload',
    offline: 'No answer came. Choose the file again as soon as the connection is back.',
    tooLarge: '“{{name}}” is larger than {{megabytes}} MiB.',
  },
  columns: {
    title: 'Columns of the file',
    text: 'The first row names the columns, in any order. A column you leave out stays as it is; an empty cell clears its field. Pictures cannot come by CSV, so new products become drafts. What “Export CSV” gives you can be changed and brought back.',
    name: 'Column',
    meaning: 'What it holds',
    template: 'Download template',
    of: columns,
    example,
  },
  status,
  working: {
    checking: 'Reading {{name}}: {{done}} of {{rows}} rows. Nothing is written yet.',
    running: 'Importing {{name}}: {{done}} of {{rows}} rows.',
  },
  /** Announced once by screen readers. */
  announced: {
    checking: 'Reading {{name}}. Nothing is written yet.',
    running: 'Importing {{name}}.',
  },
  failed: 'Refused',
  waiting_one: 'One of the changed products is on sale. Its price, stock and SKU change at once; the rest of its changes waits for review.',
  waiting_other:
    '{{shown}} of the changed products are on sale. Their price, stock and SKU change at once; the rest of their changes waits for review.',
  result: {
    checked: 'Nothing is written yet. Refused rows are left out; the others can be imported.',
    cancelled: 'The import was cancelled. What was written before stays.',
    cancelledBefore: 'The import was cancelled before anything was written.',
    failed: 'The import could not be finished.',
  },
  underWay: {
    waits: '“{{name}}” is checked and waits for your go-ahead.',
    works: '“{{name}}” is being worked on.',
    open: 'Look at it',
  },
  cancel: 'Cancel import',
  discard: 'Discard',
  another: 'Import another file',
  report: 'Download report',
  ignored_one: 'One column means nothing here and was left alone: {{names}}.',
  ignored_other: '{{count}} columns mean nothing here and were left alone: {{names}}.',
  problems: {
    title: 'Refused rows',
    row: 'Row',
    problem: 'Problems',
    wholeRow: 'whole row',
    more: 'The first {{shown}} of {{all}}. The report has all of them with their cells: mend it and bring it back.',
    all: 'Mend these rows in the report and bring it back; what is already imported stays as it is.',
  },
  earlier: {
    title: 'Earlier imports',
    empty: 'No file yet',
    emptyText: 'Files you bring stand here for a week, with their reports.',
    name: 'File',
    status: 'Status',
    result: 'Result',
    when: 'When',
  },
  notFound: 'This import is no longer kept. Choose a file to start a new one.',
} as const
