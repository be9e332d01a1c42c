import type { ImportStatus, importColumns } from '#domain/product-import.ts'

const columns: Record<(typeof importColumns)[number], string> = {
  sku: 'Your own number. A product of yours with this SKU is changed; any other makes a new draft.',
  title: 'What a buyer would search for, 3 to 140 characters. New products need it.',
  description: 'Up to 5,000 characters, with Markdown.',
  price: 'In {{currency}}, such as 49.90.',
  stock: 'A whole number.',
  category: 'One of the marketplace’s, or a new one.',
  tags: 'Separated by |, such as oak|handmade.',
  attributes: 'Name=value, separated by |, such as Height=90 cm|Colour=red.',
}

const status: Record<ImportStatus, string> = {
  checking: 'Checking',
  checked: 'Checked',
  running: 'Importing',
  done: 'Imported',
  cancelled: 'Cancelled',
  failed: 'Failed',
}

/** Products that come and go as CSV files. */
export const imports = {
  title: 'Import products',
  lead: 'Bring many products at once as a CSV file, or change those you have. Nothing is written before you have seen what would happen.',
  link: 'Import CSV',
  exportLink: 'Export CSV',
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
  },
  status,
  checking: 'Reading {{name}}: {{done}} of {{rows}} rows. Nothing is written yet.',
  running: 'Importing {{name}}: {{done}} of {{rows}} rows.',
  /** What a screen reader says once. */
  announced: {
    checking: 'Reading {{name}}. Nothing is written yet.',
    running: 'Importing {{name}}.',
  },
  counts: {
    created: 'New drafts',
    updated: 'Changed',
    unchanged: 'Unchanged',
    failed: 'Refused',
  },
  waiting_one: 'One of the changed products is on sale. Its price, stock and SKU change at once; the rest of its changes waits for review.',
  waiting_other:
    '{{shown}} of the changed products are on sale. Their price, stock and SKU change at once; the rest of their changes waits for review.',
  result: {
    checked: 'Nothing is written yet. Refused rows are left out; the others can be imported.',
    nothing: 'There is nothing to import: no row makes or changes a product.',
    done: 'The import is finished. New products wait in your list as drafts.',
    doneNothing: 'The import is finished. No product was made or changed.',
    cancelled: 'The import was cancelled. What was written before stays.',
    cancelledBefore: 'The import was cancelled before anything was written.',
    failed: 'The import could not be finished.',
  },
  underWay: {
    waits: '“{{name}}” is checked and waits for your go-ahead.',
    works: '“{{name}}” is being worked on.',
    open: 'Look at it',
  },
  go_one: 'Import {{shown}} product',
  go_other: 'Import {{shown}} products',
  cancel: 'Cancel import',
  discard: 'Discard',
  another: 'Import another file',
  toProducts: 'Back to products',
  report: 'Download report',
  ignored_one: 'One column means nothing here and was left alone: {{names}}.',
  ignored_other: '{{count}} columns mean nothing here and were left alone: {{names}}.',
  problems: {
    title: 'Refused rows',
    row: 'Row',
    field: 'Column',
    problem: 'Problem',
    whole: 'whole row',
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
    summary: '{{created}} new, {{updated}} changed, {{unchanged}} unchanged, {{failed}} refused',
  },
  notFound: 'This import is no longer kept. Choose a file to start a new one.',
}
