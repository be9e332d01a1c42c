import { useQuery } from '@tanstack/react-query'
import { limits } from '#domain/limits.ts'
import css from '#web/account/ProfilePage.module.css'
import { useForm } from '#web/platform/forms/use-form.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { ownCache } from '#web/platform/queries/own-cache.ts'
import { useAct } from '#web/platform/queries/use-act.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { toast } from '#web/ui/toasts.ts'

const mebibyte = 2 ** 20
const shown = (bytes: number): string => (bytes / mebibyte).toLocaleString('en', { maximumFractionDigits: 1 })
/** A small amount is not shown as zero. */
const used = (bytes: number): string => (bytes > 0 && bytes < mebibyte / 20 ? t('account.offlineCache.little') : shown(bytes))
/** The bytes that an amount typed in MiB stands for. */
const bytesOf = (typed: string): number => Math.round(Number(typed.replace(',', '.') || '0') * mebibyte) || 0
const queryKey = ['offlineCache', 'size']

/** The size of the offline cache in this browser; the person can limit or delete it (product §11). */
export function OfflineCachePanel() {
  const { data: size } = useQuery({ queryKey, queryFn: ownCache.size, staleTime: 0 })
  const remove = useAct({ send: ownCache.remove, done: () => toast(t('account.offlineCache.removed')), stale: queryKey })
  return (
    <Panel title={t('account.offlineCache.title')}>
      <ul className={`${css.rows} list`}>
        <li>
          <div className={`${css.words} stack gap-4`}>
            <div className="name-line">{t('account.offlineCache.now')}</div>
            {size && <p>{t('account.offlineCache.size', { used: used(size.bytes), most: shown(size.bytesMax) })}</p>}
            <p className="muted short-measure">{t(size === null ? 'account.offlineCache.nothing' : 'account.offlineCache.text')}</p>
          </div>
          {size && (
            <Button busy={remove.isPending} onClick={() => remove.mutate()}>
              {t('account.offlineCache.remove')}
            </Button>
          )}
        </li>
        {size && (
          <li>
            <SizeLimit key={size.bytesMax} now={size.bytesMax} />
          </li>
        )}
      </ul>
    </Panel>
  )
}

function SizeLimit({ now }: { now: number }) {
  const { form, problems, refusal, busy } = useForm({
    // Named as the field that the cache refuses, so that its sentence stands there.
    fields: ['bytes'],
    send: async ({ bytes: most }: { bytes: string }) => {
      await ownCache.allow(bytesOf(most))
      return most
    },
    done: (most) => toast(t('account.offlineCache.saved', { most })),
    stale: queryKey,
  })
  return (
    <form {...form} className={`${css.most} stack gap-12`}>
      <Field
        label={t('account.offlineCache.most')}
        hint={t('account.offlineCache.mostHint', { least: shown(limits.cache.bytesMin), usual: shown(limits.cache.bytes) })}
        error={problems.bytes ?? refusal?.message}
        name="bytes"
        type="number"
        inputMode="decimal"
        min={limits.cache.bytesMin / mebibyte}
        defaultValue={now / mebibyte}
      />
      <Button type="submit" busy={busy}>
        {t('account.offlineCache.save')}
      </Button>
    </form>
  )
}
