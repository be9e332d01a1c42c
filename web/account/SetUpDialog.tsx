import { useRef, useState } from 'react'
import { encode } from 'uqr'
import { CodeField } from '#web/account/CodeField.tsx'
import { OwnPassword } from '#web/account/OwnPassword.tsx'
import css from '#web/account/ProfilePage.module.css'
import { RecoveryCodes } from '#web/account/RecoveryCodes.tsx'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { required } from '#web/platform/forms/required.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'

type Step = { name: 'password' } | { name: 'scan'; secret: string; uri: string } | { name: 'codes'; codes: string[] }

/** Sets up the second factor in three steps: the password, the QR code with a first code of the app, the recovery codes. */
export default function SetUpDialog({ onClose }: { onClose: (changed: boolean) => void }) {
  const [step, setStep] = useState<Step>({ name: 'password' })
  const key = useRef<HTMLElement>(null)
  if (step.name === 'codes') return <RecoveryCodes codes={step.codes} onDone={() => onClose(true)} />
  if (step.name === 'scan') {
    // A phone cannot scan its own screen: there the key comes first.
    const onPhone = matchMedia('(max-width: 599px)').matches
    const code = <SquareCode text={step.uri} label={t('account.factor.qr')} />
    return (
      <FormDialog
        key="scan"
        title={onPhone ? t('account.factor.keyTitle') : t('account.factor.scanTitle')}
        text={onPhone ? t('account.factor.keyText') : t('account.factor.scanText')}
        onClose={() => onClose(false)}
        submit={t('common.switchOn')}
        fields={['code']}
        check={({ code }: { code: string }) => ({ code: required(code) })}
        send={({ code }) => client.account.confirmSecondFactor({ code })}
        done={({ codes }) => setStep({ name: 'codes', codes })}
      >
        {!onPhone && code}
        <div className={`${css.words} stack gap-4`}>
          {/* A computer has no such app. */}
          {matchMedia('(pointer: coarse)').matches && <a href={step.uri}>{t('account.factor.here')}</a>}
          {!onPhone && <p className="muted short-measure">{t('account.factor.secret')}</p>}
          <code ref={key} className={`${css.secret} boxed breaks`}>
            {step.secret.match(/.{4}/g)?.join(' ')}
          </code>
          <div>
            <Button
              onClick={() => void copyText(step.secret, key.current, { copied: t('apiKeys.copied'), byHand: t('apiKeys.copyByHand') })}
            >
              {t('account.factor.copyKey')}
            </Button>
          </div>
        </div>
        <CodeField appOnly />
        {onPhone && (
          <>
            <p className="muted short-measure">{t('account.factor.otherDevice')}</p>
            {code}
          </>
        )}
      </FormDialog>
    )
  }
  return (
    <FormDialog
      key="password"
      title={t('account.factor.setUp')}
      text={t('account.factor.offText')}
      onClose={() => onClose(false)}
      submit={t('account.factor.next')}
      fields={['password']}
      check={({ password }: { password: string }) => ({ password: required(password) })}
      send={({ password }) => client.account.startSecondFactor({ password })}
      done={(setUp) => setStep({ name: 'scan', ...setUp })}
    >
      <OwnPassword name="password" />
    </FormDialog>
  )
}

/** Text as a QR code: black on white in both themes, as cameras need it. */
function SquareCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const path = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className={css.qr} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <path d={path} fill="#000" />
    </svg>
  )
}
