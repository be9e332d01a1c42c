import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { StorefrontOrigin } from '#domain/widget.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { ChipList } from '#web/settings/ChipList.tsx'
import css from '#web/settings/SettingsPage.module.css'
import { useSettingsDraft } from '#web/settings/settings-draft.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { CopyDialog } from '#web/ui/CopyDialog.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Field } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { longTime } from '#web/ui/time.ts'

const { originsMax } = limits.widget

/** Who may write by the chat widget and from where, and the tag that storefronts copy (product §7). */
export function WidgetPanel() {
  const { value, set, choice } = useSettingsDraft()
  const { widgetMode, widgetOrigins } = value
  const readOrigin = (typed: string) => {
    const found = StorefrontOrigin.safeParse(typed)
    return found.success ? { item: found.data } : { problem: found.error.issues[0]?.message ?? '' }
  }
  return (
    <>
      <Panel title={t('settings.section.widget')}>
        <div className={css.fields}>
          <p className="muted measure">{t('widget.text')}</p>
          <Choice
            {...choice('widgetMode')}
            legend={t('widget.mode')}
            options={[
              { value: 'off', label: t('widget.modes.off'), text: t('widget.modeTexts.off') },
              { value: 'verified', label: t('widget.modes.verified'), text: t('widget.modeTexts.verified') },
              { value: 'everyone', label: t('widget.modes.everyone'), text: t('widget.modeTexts.everyone') },
            ]}
          />
          {widgetMode !== 'off' && widgetOrigins.length === 0 && <Note tone="warn">{t('widget.originsNone')}</Note>}
          <ChipList
            name="widgetOrigins"
            type="url"
            label={t('widget.origins')}
            hint={t('widget.originsHint')}
            items={widgetOrigins}
            read={readOrigin}
            max={originsMax}
            full={t('widget.originsFull', { count: originsMax })}
            taken={t('widget.originTaken')}
            onChange={(origins) => set({ widgetOrigins: origins })}
          />
          <Snippet hasTokens={widgetMode !== 'everyone'} />
        </div>
      </Panel>
      <Panel title={t('widget.identity')}>
        <div className={css.fields}>
          <p className="muted measure">{t('widget.identityText')}</p>
          <Secret />
          <Keys />
        </div>
      </Panel>
    </>
  )
}

/** The tag for the pages of the storefront, which needs no address of tokens where everyone may write. */
function Snippet({ hasTokens }: { hasTokens: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  const tag = `<script src="${location.origin}/widget.js" async${hasTokens ? ' data-token-url="/chat-token"' : ''}></script>`
  const said = { copied: t('widget.snippetCopied'), byHand: t('widget.copyByHand') }
  return (
    <div ref={place} className={`${css.code} stack`}>
      <TextArea
        label={t('widget.snippet')}
        hint={t(hasTokens ? 'widget.snippetHint' : 'widget.snippetHintEveryone')}
        rows={3}
        readOnly
        spellCheck={false}
        value={tag}
      />
      <div>
        <Button onClick={() => void copyText(tag, place.current, said)}>{t('widget.copySnippet')}</Button>
      </div>
    </div>
  )
}

const words = { copy: t('common.copy'), copied: t('webhooks.secretCopied'), byHand: t('widget.copyByHand') }

/** Makes the secret that signs buyers' tokens, and shows it once. */
function Secret() {
  const query = useQuery(rpc.widget.secret.queryOptions())
  const [asking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <DataState query={query}>
      {({ createdAt, formerUntil }) => (
        <div className="stack">
          <p>
            {createdAt ? t('widget.secretMade', { when: longTime(createdAt) }) : t('widget.secretNone')}{' '}
            {formerUntil && t('widget.formerUntil', { when: longTime(formerUntil) })}
          </p>
          <div>
            <Button onClick={() => setAsking(true)}>{t(createdAt ? 'webhooks.rotate' : 'widget.makeSecret')}</Button>
          </div>
          <FormDialog
            title={t(createdAt ? 'webhooks.rotate' : 'widget.makeSecret')}
            text={t(createdAt ? 'widget.rotateText' : 'widget.makeText')}
            submit={t(createdAt ? 'widget.rotateConfirm' : 'widget.makeSecret')}
            open={asking}
            onClose={() => setAsking(false)}
            send={({ endFormer = [] }: { endFormer?: string[] }) => client.widget.rotateSecret({ endFormer: endFormer.length > 0 })}
            stale={rpc.widget.key()}
            done={(answer) => {
              setAsking(false)
              setSecret(answer.secret)
            }}
          >
            {createdAt && (
              <label className="inline-line tall-touch">
                <input type="checkbox" name="endFormer" value="yes" />
                {t('widget.endFormer')}
              </label>
            )}
          </FormDialog>
          {secret && (
            <CopyDialog
              title={t('webhooks.secret')}
              label={t('webhooks.secret')}
              value={secret}
              words={words}
              onClose={() => setSecret(null)}
            >
              <p>{t('widget.secretText')}</p>
            </CopyDialog>
          )}
        </div>
      )}
    </DataState>
  )
}

function Keys() {
  const { text } = useSettingsDraft()
  return (
    <>
      <Field
        {...text('widgetAudience')}
        label={t('widget.audience')}
        hint={t('widget.audienceHint')}
        maxLength={limits.widget.audienceMax}
      />
      <Field
        {...text('widgetJwksUrl')}
        type="url"
        label={t('widget.jwksUrl')}
        hint={t('widget.jwksUrlHint')}
        maxLength={limits.settings.linkMax}
      />
      <div className={css.code}>
        <TextArea {...text('widgetJwks')} hint={t('widget.jwksHint')} rows={4} spellCheck={false} maxLength={limits.widget.jwksMax} />
      </div>
    </>
  )
}
