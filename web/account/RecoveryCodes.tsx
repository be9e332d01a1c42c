import { useRef, useState } from 'react'
import css from '#web/account/ProfilePage.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

/** Recovery codes, shown once, for the person to keep. Until they were copied or downloaded, only the buttons close them. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { marketplaceName } = useMarketplace()
  const text = `${marketplaceName}\n\n${codes.join('\n')}\n`
  const [kept, setKept] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const said = { copied: t('account.factor.copied'), byHand: t('account.factor.copyByHand') }
  return (
    <Dialog
      title={t('account.factor.codesTitle')}
      onClose={onDone}
      stays={!kept}
      dismiss={
        <Button
          onClick={async () => {
            if (await copyText(text, list.current, said)) setKept(true)
          }}
        >
          {t('account.factor.copy')}
        </Button>
      }
      actions={
        <>
          <a
            className={buttonClass()}
            onClick={() => setKept(true)}
            download={`recovery-codes-${marketplaceName}.txt`}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          >
            {t('account.factor.download')}
          </a>
          <Button look="primary" onClick={onDone}>
            {t('account.factor.done')}
          </Button>
        </>
      }
    >
      <div className="stack gap-20">
        <p>{t('account.factor.codesText')}</p>
        <ul ref={list} className={`${css.codes} list boxed`} aria-label={t('account.factor.codesTitle')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
