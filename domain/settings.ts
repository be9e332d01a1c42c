import { z } from 'zod'
import { BusinessHours, Holidays } from '#domain/business-hours.ts'
import { CannedReply } from '#domain/chat.ts'
import { LogoPath } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import { reviewableFields, reviewedFields } from '#domain/product-fields.ts'
import { RejectionCode, rejectionTemplates } from '#domain/rejection.ts'
import { say } from '#domain/shape-texts.ts'
import { eachOnce, line, prose } from '#domain/text.ts'
import { KeySet, StorefrontOrigin, widgetModes } from '#domain/widget.ts'

const WebAddress = z
  .string()
  .trim()
  .max(limits.settings.linkMax)
  .refine((text) => text === '' || /^https?:\/\/[^\s]+$/i.test(text), say('web-address'))

const wholeNumber = (min: number, max: number) => z.int(say('whole-range', { min, max })).min(min).max(max)

/** How often the embedded database and the files are backed up. */
export const backupRhythms = ['off', 'daily', 'weekly'] as const

/** The settings that admins change at run time (product §10). */
export const Settings = z.object({
  marketplaceName: line({ min: 1, max: limits.settings.marketplaceNameMax }),
  /** A stored picture; it is uploaded as a file and never set by its path (`EditableSettings`). */
  logo: z.object({ path: LogoPath, width: z.int(), height: z.int() }).nullable(),
  termsUrl: WebAddress,
  privacyUrl: WebAddress,
  /** Admins without a second factor can only set one up (product §2). */
  adminsNeedSecondFactor: z.boolean(),
  registration: z.enum(['open', 'invitation', 'closed']),
  categories: z
    .array(line({ min: 1, max: limits.product.categoryMax }))
    .max(limits.settings.categoriesMax)
    .refine(...eachOnce('category-twice')),
  rejectionTemplates: z.record(RejectionCode, prose({ max: limits.settings.templateMax })),
  /** The fields of an approved product that change only through review (product §3). */
  reviewedFields: z
    .array(z.enum(reviewableFields))
    .max(reviewableFields.length)
    .refine(...eachOnce('field-twice')),
  /** A price that differs by more than this percentage from the last approved one needs review. */
  priceReviewPercent: wholeNumber(0, limits.settings.priceReviewPercentMax),
  /** Texts that admins often answer with in chats (product §7). */
  cannedReplies: z
    .array(CannedReply)
    .max(limits.chat.cannedMax)
    .refine(...eachOnce('reply-twice', ({ title }: { title: string }) => title)),
  /** Whether webhooks may go to addresses of private networks (product §8). */
  webhooksPrivate: z.boolean(),
  /** How long the log of webhooks is kept. */
  webhookLogDays: wholeNumber(1, limits.webhook.logDaysMax),
  /** A buyer's data is erased this many days after the order was placed; 0 keeps it (product §5). */
  buyerRetentionDays: wholeNumber(0, limits.order.retentionDaysMax),
  backupEvery: z.enum(backupRhythms),
  /** The day of a weekly backup: 1 is Monday, 7 is Sunday. */
  backupDay: z.int().min(1).max(7),
  /** The time of day of a backup, in the time zone of the installation. */
  backupAt: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, say('time-of-day')),
  /** An absolute path; empty for the folder `backups` in DATA_DIR. */
  backupFolder: z
    .string()
    .trim()
    .max(limits.backup.folderMax)
    .refine((path) => path === '' || (/^(\/|[A-Za-z]:\\)/.test(path) && !path.includes('\0')), say('full-path')),
  /** How many whole backups of the schedule stay. */
  backupKeep: wholeNumber(1, limits.backup.keepMax),
  /** When support answers, in the time zone of the installation. */
  businessHours: BusinessHours,
  holidays: Holidays,
  /** What the widget says about the time until an answer, such as "Usually within two hours"; empty says nothing. */
  replyTime: line({ max: limits.widget.replyTimeMax }),
  widgetMode: z.enum(widgetModes),
  /** The storefronts that may use the widget. */
  widgetOrigins: z
    .array(StorefrontOrigin)
    .max(limits.widget.originsMax)
    .refine(...eachOnce('origin-twice')),
  /** What a buyer's token must name as its audience (`aud`). */
  widgetAudience: line({ min: 1, max: limits.widget.audienceMax }),
  /** Where the storefront publishes its public keys, or the keys themselves; a secret needs neither. */
  widgetJwksUrl: WebAddress,
  widgetJwks: KeySet,
})
export type Settings = z.infer<typeof Settings>

/** The settings that are typed or chosen. */
export const EditableSettings = Settings.omit({ logo: true })

export const defaultSettings: Settings & { logo: null } = {
  marketplaceName: 'Backstall',
  logo: null,
  termsUrl: '',
  privacyUrl: '',
  adminsNeedSecondFactor: false,
  registration: 'open',
  categories: ['Art', 'Books', 'Clothing', 'Electronics', 'Food', 'Garden', 'Home', 'Jewellery', 'Sports', 'Toys'],
  rejectionTemplates,
  reviewedFields: [...reviewedFields],
  priceReviewPercent: limits.product.priceReviewPercent,
  cannedReplies: [],
  webhooksPrivate: false,
  webhookLogDays: limits.webhook.logDays,
  buyerRetentionDays: 0,
  backupEvery: 'off',
  backupDay: 7,
  backupAt: '02:30',
  backupFolder: '',
  backupKeep: 7,
  businessHours: [],
  holidays: [],
  replyTime: '',
  widgetMode: 'off',
  widgetOrigins: [],
  widgetAudience: 'backstall',
  widgetJwksUrl: '',
  widgetJwks: '',
}

/** The settings that all people may read, visitors included. */
export const PublicSettings = Settings.pick({
  marketplaceName: true,
  termsUrl: true,
  privacyUrl: true,
  registration: true,
  categories: true,
  rejectionTemplates: true,
  reviewedFields: true,
  priceReviewPercent: true,
}).extend({
  /** The address of the logo, with the size of the original picture in pixels. */
  logo: z.object({ url: z.string(), width: z.int(), height: z.int() }).nullable(),
  /** ISO 4217. */
  currency: z.string(),
  timeZone: z.string(),
  /** The sign-in provider, as people know it, and whether passwords work beside it; undefined without a provider. */
  signIn: z.object({ provider: z.string(), password: z.boolean() }).optional(),
  /** True while there is no mail server: mails are files in the outbox folder, so people receive none. */
  mailsAreFiles: z.boolean().optional(),
})
export type PublicSettings = z.infer<typeof PublicSettings>
