import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ConfirmAtProvider } from '#web/account/OwnPassword.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Field } from '#web/ui/Field.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'

export type Proof = { password: string; code: string }
export const proofFields = ['password', 'code'] as const

export const checkProof = ({ password, code }: Partial<Proof>) =>
  password !== undefined && !password.trim() && !code?.trim() ? { password: t('common.required') } : {}

/** What was entered, as the call takes it. */
export const proofIn = ({ password, code }: Partial<Proof>) => (password ? { password } : code ? { code } : {})

/**
 * For a change that has to be confirmed. `asks` is true if the server will require the person's password first, or has just done so; `byCode` if
 * a code does as well. `provider` is where a person without a password confirms instead.
 */
export function useProof() {
  const queries = useQueryClient()
  const account = useQuery(rpc.account.get.queryOptions({ staleTime: 0 }))
  const [refused, setRefused] = useState(false)
  const sending = async <Answer,>(change: Promise<Answer>): Promise<Answer> => {
    try {
      return await change
    } catch (error) {
      if (problemOf(error).code === 'confirmation-needed') setRefused(true)
      throw error
    } finally {
      void queries.invalidateQueries({ queryKey: rpc.account.key() })
    }
  }
  const { confirmed, secondFactor, hasPassword, provider } = account.data ?? {}
  const atProvider = hasPassword === false ? (provider?.name ?? null) : null
  return { asks: refused || confirmed === false, byCode: secondFactor?.on ?? false, provider: atProvider, sending }
}

/** The fields of a proof in a dialog, if it is asked for. */
export function ProofFields({ proof: { asks, byCode, provider } }: { proof: ReturnType<typeof useProof> }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asks) place.current?.querySelector('input')?.focus()
  }, [asks])
  return (
    asks && (
      <div ref={place} className="stack gap-12">
        {provider ? (
          <ConfirmAtProvider name={provider} isConfirmed={false} />
        ) : (
          <PasswordField
            label={t('signIn.password')}
            hint={t('account.proof.passwordHint')}
            name="password"
            autoComplete="current-password"
          />
        )}
        {byCode && (
          <Field
            label={t('account.proof.orCode')}
            hint={t('account.proof.orCodeHint')}
            name="code"
            autoComplete="one-time-code"
            maxLength={40}
          />
        )}
      </div>
    )
  )
}
