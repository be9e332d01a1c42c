import type { ImportStatus } from '#domain/product-import.ts'
import type { TransferCounts, TransferPart } from '#domain/transfer.ts'

const parts = {
  auth: 'Accounts',
  users: 'People',
  products: 'Products',
  editRequests: 'Edit requests',
  notifications: 'Notifications',
  chats: 'Chats',
  messages: 'Messages',
  history_logs: 'History',
  orders: 'Orders',
  files: 'Files',
} as const satisfies Record<TransferPart, string>

const outcomes = {
  read: 'Read',
  created: 'New',
  updated: 'Changed',
  unchanged: 'Unchanged',
  kept: 'Not overwritten',
  rejected: 'Rejected',
} as const satisfies Record<keyof TransferCounts, string>

const text = {
  checking: 'The export is being checked. Nothing is written. You can leave this page.',
  checked: 'This is what an import would do. Nothing is written yet. The report lists what is rejected, and why.',
  running: 'The export is being imported. No email, webhook or notification is sent. You can leave this page.',
  done: 'The import is finished. The report lists what was rejected, and why.',
  cancelled: 'This was cancelled. If the import had begun, records that were already written stay; the next import completes it.',
  failed: 'The import failed. Records that were already written stay; the next import completes it.',
} as const satisfies Record<ImportStatus, string>

/** Imports of the export of a former product. */
export const transfers = {
  lead: 'Import the data of your former product: people, products, orders, chats, history and files. Your former marketplace can stay open meanwhile. You can repeat the import: records changed here since the last import are left alone. The documentation describes the export step by step.',
  parts,
  outcomes,
  units: {
    legend: 'Prices and amounts in the export',
    minor: 'In minor units',
    minorText: '1250 means 12.50.',
    major: 'In major units',
    majorText: '12.5 means 12.50.',
  },
  upload: {
    title: 'Import an export',
    label: 'Archive of the export',
    drop: 'Drop an archive here, or',
    hint: 'A zip, tar or tar.gz of the folder, up to {{gigabytes}} GB. It is only checked at first: you see what the import would do before anything is written.',
    leave: 'The archive is still being uploaded. Choose the same file again within an hour to continue.',
  },
  run: {
    about: 'Uploaded by {{name}}, {{at}}.',
    aboutCommand: 'Started by a command on the server, {{at}}.',
    text,
    dryRun: 'This was a dry run: it shows what an import would have done. Nothing was written.',
    nothing: 'An import would change nothing. The report lists what is rejected, and why.',
    dryRunTag: 'Dry run',
    unpacking: 'The archive is being unpacked.',
    at: '{{part}}: {{read, number}} read',
    minor: 'Prices and amounts are read in minor units.',
    major: 'Prices and amounts are read in major units.',
    part: 'Part',
    cancel: 'Cancel import',
    cancelCheck: 'Cancel check',
    discard: 'Discard',
    import_one: 'Import {{count, number}} record',
    import_other: 'Import {{count, number}} records',
    report: 'Download report',
    summary:
      '{{created, number}} new, {{updated, number}} changed, {{unchanged, number}} unchanged, {{kept, number}} not overwritten, {{rejected, number}} rejected',
  },
  rejected: {
    title: 'Rejected records',
    record: 'Record',
    whole: 'whole record',
    line: 'line {{line, number}}',
    all: 'Correct these records in the export and import it again; the report lists every problem. Records that are already imported stay as they are.',
    more: 'Showing the first {{shown, number}} of {{all, number}} rejected records. The report lists every problem. Correct them in the export and import it again.',
  },
  confirm: {
    title: 'Import this export',
    text_one: '{{count, number}} record is added or changed. An import cannot be undone as a whole.',
    text_other: '{{count, number}} records are added or changed. An import cannot be undone as a whole.',
    quiet: 'No email, webhook or notification is sent.',
    kept: 'Records that were changed here since the last import stay as they are.',
    rejected_one: '{{count, number}} record is rejected and left out.',
    rejected_other: '{{count, number}} records are rejected and left out.',
    started: 'The import has started.',
  },
  admins: {
    title: 'Former administrators',
    text: 'These people were administrators in the former product. They are sellers here until an administrator makes them one: open a person, then choose “Make admin”.',
    more: 'The first {{count, number}} are listed; others follow once these are confirmed.',
    since: 'Registered',
  },
  export: {
    title: 'Export everything',
    text: 'An export has all records and files in the same shape, with the fields that Backstall does not know. It may be too large for a browser, so a command on the server writes it while the marketplace runs:',
    copy: 'Copy command',
    copied: 'The command is copied.',
    byHand: 'The command could not be copied. It is selected: copy it yourself.',
  },
  earlier: {
    title: 'Earlier imports',
    name: 'Export',
    result: 'Result',
    by: 'Started by',
    byCommand: 'Command on the server',
    report: 'Report',
  },
} as const
