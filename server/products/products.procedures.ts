import { actorOf, done, forAdmins, os } from '#server/platform/http/os.ts'
import { assignProduct } from '#server/products/assign-product.ts'
import { createProduct } from '#server/products/create-product.ts'
import { approveProduct } from '#server/products/decide/approve-product.ts'
import { archiveProduct } from '#server/products/decide/archive-product.ts'
import { rejectProduct } from '#server/products/decide/reject-product.ts'
import { restoreProduct } from '#server/products/decide/restore-product.ts'
import { submitProduct } from '#server/products/decide/submit-product.ts'
import { undoProduct } from '#server/products/decide/undo-product.ts'
import { withdrawProduct } from '#server/products/decide/withdraw-product.ts'
import { deleteProduct } from '#server/products/delete-product.ts'
import { editProduct } from '#server/products/edit/edit-product.ts'
import { findProduct } from '#server/products/find-product.ts'
import { countWaiting } from '#server/products/list/count-waiting.ts'
import { findSellerRecord } from '#server/products/list/find-seller-record.ts'
import { listAttempts } from '#server/products/list/list-attempts.ts'
import { listCatalogue } from '#server/products/list/list-catalogue.ts'
import { listProducts } from '#server/products/list/list-products.ts'
import { listQueue } from '#server/products/list/list-queue.ts'
import { listTimeline } from '#server/products/list/list-timeline.ts'
import { listUploads } from '#server/products/list/list-uploads.ts'
import { listWarnings } from '#server/products/list/list-warnings.ts'
import { discardImage } from '#server/products/pictures/discard-image.ts'
import { nameImages } from '#server/products/pictures/name-images.ts'
import { updatePresence } from '#server/products/presence.ts'
import { listSkuClashes } from '#server/products/unique-skus.ts'

export const products = os.products.router({
  list: os.products.list.handler(({ context, input }) => listProducts(context.app, actorOf(context), input)),
  queue: os.products.queue.handler(forAdmins(listQueue)),
  catalogue: os.products.catalogue.handler(forAdmins(listCatalogue)),
  waiting: os.products.waiting.handler(forAdmins(countWaiting)),
  get: os.products.get.handler(({ context, input }) => findProduct(context.app, actorOf(context), input.id)),
  attempts: os.products.attempts.handler(({ context, input }) => listAttempts(context.app, actorOf(context), input.id)),
  create: os.products.create.handler(({ context, input }) => createProduct(context.app, actorOf(context, 'seller'), input)),
  nameImages: os.products.nameImages.handler(({ context, input }) => nameImages(context.app, actorOf(context, 'seller'), input)),
  uploads: os.products.uploads.handler(({ context, input }) => listUploads(context.app, actorOf(context, 'seller'), input.id)),
  discardImage: os.products.discardImage.handler(({ context, input }) =>
    done(discardImage(context.app, actorOf(context, 'seller'), input)),
  ),
  edit: os.products.edit.handler(({ context, input }) => editProduct(context.app, actorOf(context, 'seller'), input)),
  submit: os.products.submit.handler(({ context, input }) => submitProduct(context.app, actorOf(context, 'seller'), input.id)),
  withdraw: os.products.withdraw.handler(({ context, input }) => withdrawProduct(context.app, actorOf(context, 'seller'), input.id)),
  archive: os.products.archive.handler(({ context, input }) => archiveProduct(context.app, actorOf(context), input.id)),
  restore: os.products.restore.handler(({ context, input }) => restoreProduct(context.app, actorOf(context), input.id)),
  assign: os.products.assign.handler(({ context, input }) => assignProduct(context.app, actorOf(context, 'admin'), input)),
  skuClashes: os.products.skuClashes.handler(forAdmins(listSkuClashes)),
  timeline: os.products.timeline.handler(({ context, input }) => listTimeline(context.app, actorOf(context), input)),
  warnings: os.products.warnings.handler(({ context, input }) => listWarnings(context.app, actorOf(context, 'admin'), input.id)),
  sellerRecord: os.products.sellerRecord.handler(forAdmins((app, { seller_id }) => findSellerRecord(app, seller_id))),
  look: os.products.look.handler(({ context, input }) => updatePresence(context.app, actorOf(context, 'admin'), input)),
  delete: os.products.delete.handler(({ context, input }) => done(deleteProduct(context.app, actorOf(context), input.id, input.status))),
  undo: os.products.undo.handler(({ context, input }) => undoProduct(context.app, actorOf(context), input)),
  approve: os.products.approve.handler(({ context, input }) => approveProduct(context.app, actorOf(context, 'admin'), input)),
  reject: os.products.reject.handler(({ context, input }) => rejectProduct(context.app, actorOf(context, 'admin'), input)),
})
