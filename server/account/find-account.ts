import { sql } from 'drizzle-orm'
import type { Account } from '#domain/account.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { avatarAt } from '#server/images/image-paths.ts'
import { choosePasswordHash } from '#server/links/tokens.ts'
import type { App } from '#server/platform/app.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { confirmedLately, hasPassword } from '#server/second-factor/check-own-password.ts'
import { factorRequired } from '#server/sessions/required.ts'

type Row = Omit<Account, 'isSupport' | 'secondFactor' | 'avatar' | 'provider'> & {
  isConnected: boolean
  image: string | null
  secondFactorOn: boolean
  recoveryCodesLeft: number
  required: boolean
}

/** The actor's account. Throws `not-signed-in` if it no longer exists. */
export async function findAccount({ db, config }: App, { id, sessionId }: Actor): Promise<Account> {
  const { oidc } = config
  const [row] = await db.execute<Row>(sql`
    select u.id, u.name, u.email, u.role, u.status, u.shop_name as "shopName", u.phone, u.address, u.about, u.extra, u.image,
      ${isoSql('u.created_at')} as "createdAt",
      u.email_verified as "emailVerified", u.pending_email as "pendingEmail",
      f.confirmed_at is not null as "secondFactorOn", coalesce(cardinality(f.recovery), 0) as "recoveryCodesLeft",
      (u.role = 'admin' and ${factorRequired}) as required,
      exists (select from account_tokens t where t.hash = ${choosePasswordHash(sessionId)} and t.user_id = u.id and t.expires_at > now()) as "mayChoosePassword",
      ${confirmedLately({ sessionId })} as confirmed, ${hasPassword({ config }, sql`u.id`)} as "hasPassword",
      exists (select from accounts a where a.user_id = u.id and a.provider_id = ${oidc?.id ?? ''}) as "isConnected"
    from users u left join second_factors f on f.user_id = u.id where u.id = ${id}`)
  if (!row) throw new AppError('not-signed-in')
  const { secondFactorOn: on, recoveryCodesLeft, required, image, isConnected, ...rest } = row
  return {
    ...rest,
    avatar: avatarAt(image),
    isSupport: row.role === 'admin' && row.email === config.supportEmail,
    secondFactor: { on, recoveryCodesLeft, required },
    provider: oidc && { name: oidc.name, isConnected },
  }
}
