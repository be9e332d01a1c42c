import { useRef } from 'react'
import { limits } from '#domain/limits.ts'
import type { Settings } from '#domain/settings.ts'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/settings/SettingsPage.module.css'
import { SettingProblem, useSettingsDraft } from '#web/settings/settings-draft.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import IconPlus from '#web/ui/icons/IconPlus.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

type Reply = Settings['cannedReplies'][number]

/** Texts that admins often answer with in chats, each with a title to find it by (product §7). */
export function CannedReplies() {
  const { value, set } = useSettingsDraft()
  const { cannedReplies: replies } = value
  const list = useRef<HTMLOListElement>(null)
  const onChange = (next: Reply[]) => set({ cannedReplies: next })
  const change = (at: number, part: Partial<Reply>) => onChange(replies.map((reply, here) => (here === at ? { ...reply, ...part } : reply)))
  const add = () => {
    onChange([...replies, { title: '', text: '' }])
    // Runs after the new reply is rendered.
    setTimeout(() => list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus())
  }
  const remove = (at: number) => {
    onChange(replies.filter((_, here) => here !== at))
    list.current?.closest('section')?.querySelector<HTMLButtonElement>('button')?.focus()
  }
  const full = replies.length >= limits.chat.cannedMax
  return (
    <Panel
      title={t('fields.cannedReplies')}
      actions={
        <Button
          icon={<IconPlus size={16} />}
          aria-disabled={full || undefined}
          title={full ? t('settings.cannedFull', { count: limits.chat.cannedMax }) : undefined}
          onClick={() => full || add()}
        >
          {t('settings.cannedAdd')}
        </Button>
      }
    >
      <p className="muted measure">{t(replies.length === 0 ? 'settings.cannedNone' : 'settings.cannedText')}</p>
      <SettingProblem of="cannedReplies" />
      <ol ref={list} className={`${css.replies} list apart`}>
        {replies.map(({ title, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: while its title is being typed, only its position identifies a reply
          <li key={at}>
            <Field
              name={`cannedReplies.${at}.title`}
              label={t('settings.cannedTitle', { count: at + 1 })}
              maxLength={limits.chat.cannedTitleMax}
              value={title}
              onChange={({ target }) => change(at, { title: target.value })}
            />
            <TextArea
              name={`cannedReplies.${at}.text`}
              label={t('settings.cannedReply', { count: at + 1 })}
              rows={3}
              maxLength={limits.chat.textMax}
              value={text}
              onChange={({ target }) => change(at, { text: target.value })}
            />
            <div>
              <Button aria-label={t('settings.cannedRemove', { count: at + 1 })} onClick={() => remove(at)}>
                {t('common.remove')}
              </Button>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
