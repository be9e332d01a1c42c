import { returnPath } from '#domain/routes.ts'
import { notifications } from '#server/platform/database/tables/notifications.ts'
import type { Kind } from '#server/transfers/kind.ts'
import { upsert } from '#server/transfers/upsert.ts'

/** Notifications as they were; no mail is sent for them. */
export const notificationKind: Kind<'notifications'> = {
  collection: 'notifications',
  table: notifications,
  state: ['isRead'],
  references: ({ record: { userId, productId } }) => [
    { field: 'userId', collection: 'users', id: userId },
    { field: 'productId', collection: 'products', id: productId, isOptional: 'noted' },
  ],
  write: ({ sql }, items) =>
    upsert(
      sql,
      notifications,
      items.map(({ id, idOf, record }) => ({
        id,
        userId: idOf('users', record.userId),
        productId: record.productId ?? null,
        productTitle: record.productTitle ?? null,
        message: record.message,
        type: record.type,
        status: record.status ?? null,
        reason: record.reason ?? null,
        // The address of another site in the former product leads nowhere here.
        link: returnPath(record.link),
        isRead: record.isRead ?? false,
        createdAt: record.createdAt ?? new Date().toISOString(),
      })),
    ),
}
