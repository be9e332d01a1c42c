import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { limits } from '#domain/limits.ts'
import type { Settings } from '#domain/settings.ts'
import { SaveBar } from '#web/platform/forms/SaveBar.tsx'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { countsOf, problemOf } from '#web/platform/rpc/problem.ts'
import { client, rpc } from '#web/platform/rpc/rpc.ts'
import { AdminFactor } from '#web/settings/AdminFactor.tsx'
import { CannedReplies } from '#web/settings/CannedReplies.tsx'
import { Categories } from '#web/settings/Categories.tsx'
import { RetentionDialog } from '#web/settings/RetentionDialog.tsx'
import { ReviewRules, Templates } from '#web/settings/ReviewRules.tsx'
import css from '#web/settings/SettingsPage.module.css'
import { type SettingsSection, sectionOf } from '#web/settings/settings-search.ts'
import { WebhookRules } from '#web/settings/WebhookRules.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { LeaveGuard } from '#web/ui/LeaveGuard.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { toast } from '#web/ui/toasts.ts'

type Props = { stored: Settings; section: SettingsSection }

/** The settings form: all sections are saved together, and only changed settings are sent. */
export function SettingsForm({ stored, section }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { value, change, dirty, set, discard } = useDraft(stored)
  // What the new retention would erase at once, while the dialog asks about it.
  const [erasing, setErasing] = useState<Record<string, number> | null>(null)
  const save = useMutation({
    mutationFn: (confirmed?: number) => client.settings.edit({ change, erasing: confirmed }),
    onSuccess: (settings) => {
      setErasing(null)
      queries.setQueryData(rpc.settings.get.queryKey(), settings)
      discard()
      toast(t('settings.saved'))
    },
    onError: (error) => {
      const counts = countsOf(error)
      if (counts) return setErasing(counts)
      const parts = problemOf(error).field?.split('.') ?? []
      const place = sectionOf[parts[1] as keyof Settings]
      if (place && place !== section) return navigate({ to: '/admin/settings', search: { section: place } })
      const name = parts.at(-1)
      form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name ?? '')}"]`)?.focus()
    },
  })
  const problem = save.error && !countsOf(save.error) ? problemOf(save.error) : null
  const field = problem?.field?.replace(/^change\./, '')
  const errorOf = (name: keyof Settings) => (problem && field?.split('.')[0] === name ? problem.message : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (dirty && !save.isPending) save.mutate(undefined)
  }
  const text = (name: 'marketplaceName' | 'termsUrl' | 'privacyUrl') => ({
    name,
    label: t(`settings.fields.${name}`),
    value: value[name],
    error: errorOf(name),
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [name]: target.value }),
  })
  return (
    <form ref={form} noValidate onSubmit={submit} className="stack">
      <LeaveGuard dirty={() => dirty} />
      {problem && !field && !erasing && <Note tone="bad">{problem.message}</Note>}
      {section === 'marketplace' && (
        <Panel title={t('settings.general')}>
          <div className={css.fields}>
            <Field {...text('marketplaceName')} hint={t('settings.marketplaceNameHint')} maxLength={limits.settings.marketplaceNameMax} />
            <Field {...text('termsUrl')} hint={t('settings.linkHint')} type="url" maxLength={limits.settings.linkMax} />
            <Field {...text('privacyUrl')} hint={t('settings.linkHint')} type="url" maxLength={limits.settings.linkMax} />
            <Choice
              legend={t('settings.registration')}
              name="registration"
              value={value.registration}
              onChoose={(registration) => set({ registration })}
              options={[
                { value: 'open', label: t('settings.registrations.open'), text: t('settings.openText') },
                { value: 'invitation', label: t('settings.registrations.invitation'), text: t('settings.invitationText') },
                { value: 'closed', label: t('settings.registrations.closed'), text: t('settings.closedText') },
              ]}
            />
            <Field
              name="buyerRetentionDays"
              type="number"
              min={0}
              max={limits.order.retentionDaysMax}
              label={t('settings.buyerRetentionDays')}
              hint={t('settings.buyerRetentionHint')}
              value={String(value.buyerRetentionDays)}
              error={errorOf('buyerRetentionDays')}
              onChange={({ target }) => set({ buyerRetentionDays: Number(target.value) })}
            />
            <AdminFactor
              required={value.adminsNeedSecondFactor}
              isStored={stored.adminsNeedSecondFactor}
              error={errorOf('adminsNeedSecondFactor')}
              onChange={(adminsNeedSecondFactor) => set({ adminsNeedSecondFactor })}
            />
          </div>
        </Panel>
      )}
      {section === 'products' && (
        <>
          <Categories categories={value.categories} error={errorOf('categories')} onChange={(categories) => set({ categories })} />
          <ReviewRules rules={value} errorOf={errorOf} onChange={set} />
          <Templates
            templates={value.rejectionTemplates}
            error={errorOf('rejectionTemplates')}
            onChange={(rejectionTemplates) => set({ rejectionTemplates })}
          />
        </>
      )}
      {section === 'chat' && (
        <CannedReplies
          replies={value.cannedReplies}
          error={errorOf('cannedReplies')}
          onChange={(cannedReplies) => set({ cannedReplies })}
        />
      )}
      {section === 'webhooks' && <WebhookRules rules={value} errorOf={errorOf} onChange={set} />}
      <SaveBar dirty={dirty} busy={save.isPending} onDiscard={discard} />
      <RetentionDialog
        days={value.buyerRetentionDays}
        counts={erasing}
        busy={save.isPending}
        problem={erasing && problem?.message}
        onConfirm={(orders) => !save.isPending && save.mutate(orders)}
        onClose={() => setErasing(null)}
      />
    </form>
  )
}
