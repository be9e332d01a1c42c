import type { EventKind } from '#domain/event-kinds.ts'
import type { TextsByKind } from '#web/platform/i18n/texts-by-kind.ts'

/** The details of a product for admins, and its timeline, also as its seller reads it. */
export const productDetails = {
  window: 'Product',
  toQueue: 'Open in the queue',
  editWaits: 'An edit request for this product is pending.',
  toEdit: 'Open the edit request',
  fields: {
    updated: 'Last changed',
    statusChanged: 'In this status since',
    version: 'Version',
    id: 'ID',
  },
  timeline: 'Timeline',
  happened: {
    product: {
      create: 'Created',
      submit: 'Submitted for approval',
      edit: 'Changed',
      withdraw: 'Withdrawn',
      approve: 'Approved',
      reject: 'Rejected',
      archive: 'Archived',
      restore: 'Restored',
      undoApprove: 'Approval undone',
      undoReject: 'Rejection undone',
      undoArchive: 'Archiving undone',
      assign: 'Assigned to a seller',
      delete: 'Deleted',
    },
    editRequest: {
      create: 'Change requested',
      edit: 'Requested change edited',
      withdraw: 'Requested change withdrawn',
      approve: 'Requested change approved',
      approvePartly: 'Requested change approved in part',
      reject: 'Requested change rejected',
      undoApprove: 'Approval of the requested change undone',
      undoApprovePartly: 'Partial approval of the requested change undone',
      undoReject: 'Rejection of the requested change undone',
      supersede: 'Requested change superseded',
      reopen: 'Requested change pending again',
    },
  } satisfies TextsByKind<Extract<EventKind, `${'product' | 'editRequest'}.${string}`>>,
  proposed: 'Only proposed',
  wentLive: 'Went on sale',
  takenDown: 'Taken down',
  anAdmin: 'An administrator',
} as const

/** The catalogue: every product, as administrators see them. */
export const catalogue = {
  lead: 'Every product of the marketplace, in every status.',
  stock: { all: 'Any stock', out: 'Out of stock', low: 'Low: {{count}} or fewer', in: 'In stock' },
  priceFrom: 'Lowest price',
  priceTo: 'Highest price',
  prices: { from: 'from {{from}}', to: 'up to {{to}}', both: '{{from}} to {{to}}' },
  emptyText: 'Products appear here as soon as a seller creates one.',
  archiveText:
    'Approved products leave the storefront at once, until an administrator restores them. Their pending edit requests are closed. Products in any other status are not archived; each shows why.',
} as const
