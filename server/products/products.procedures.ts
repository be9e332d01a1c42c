import { asAdmin, asPerson, asSeller, done, forAdmins, os } from '#server/platform/http/os.ts'
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
  list: os.products.list.handler(asPerson(listProducts)),
  queue: os.products.queue.handler(forAdmins(listQueue)),
  catalogue: os.products.catalogue.handler(forAdmins(listCatalogue)),
  waiting: os.products.waiting.handler(forAdmins(countWaiting)),
  get: os.products.get.handler(asPerson((app, actor, { id }) => findProduct(app, actor, id))),
  attempts: os.products.attempts.handler(asPerson((app, actor, { id }) => listAttempts(app, actor, id))),
  create: os.products.create.handler(asSeller(createProduct)),
  nameImages: os.products.nameImages.handler(asSeller(nameImages)),
  uploads: os.products.uploads.handler(asSeller((app, actor, { id }) => listUploads(app, actor, id))),
  discardImage: os.products.discardImage.handler(asSeller((app, actor, input) => done(discardImage(app, actor, input)))),
  edit: os.products.edit.handler(asSeller(editProduct)),
  submit: os.products.submit.handler(asSeller((app, actor, { id }) => submitProduct(app, actor, id))),
  withdraw: os.products.withdraw.handler(asSeller((app, actor, { id }) => withdrawProduct(app, actor, id))),
  archive: os.products.archive.handler(asPerson((app, actor, { id }) => archiveProduct(app, actor, id))),
  restore: os.products.restore.handler(asPerson((app, actor, { id }) => restoreProduct(app, actor, id))),
  assign: os.products.assign.handler(asAdmin(assignProduct)),
  skuClashes: os.products.skuClashes.handler(forAdmins(listSkuClashes)),
  timeline: os.products.timeline.handler(asPerson(listTimeline)),
  warnings: os.products.warnings.handler(asAdmin((app, actor, { id }) => listWarnings(app, actor, id))),
  sellerRecord: os.products.sellerRecord.handler(forAdmins((app, { seller_id }) => findSellerRecord(app, seller_id))),
  look: os.products.look.handler(asAdmin(updatePresence)),
  delete: os.products.delete.handler(asPerson((app, actor, { id, status }) => done(deleteProduct(app, actor, id, status)))),
  undo: os.products.undo.handler(asPerson(undoProduct)),
  approve: os.products.approve.handler(asAdmin(approveProduct)),
  reject: os.products.reject.handler(asAdmin(rejectProduct)),
})
