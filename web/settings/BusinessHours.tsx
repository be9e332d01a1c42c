import { useRef } from 'react'
import { limits } from '#domain/limits.ts'
import type { Settings } from '#domain/settings.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { ChipList } from '#web/settings/ChipList.tsx'
import css from '#web/settings/SettingsPage.module.css'
import { SettingProblem, useSettingsDraft } from '#web/settings/settings-draft.tsx'
import { Button } from '#web/ui/Button.tsx'
import { namedDay, weekdaysFrom } from '#web/ui/calendar.ts'
import { Field } from '#web/ui/Field.tsx'
import IconPlus from '#web/ui/icons/IconPlus.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import { Panel } from '#web/ui/Panel.tsx'

type Period = Settings['businessHours'][number]

/** Monday is the first, as in the settings. */
export const weekdays = weekdaysFrom(1).map(({ long: name }, at) => ({ day: at + 1, name }))
const friday = 5
const max = limits.widget.holidaysMax

/** When support answers: periods of each day of the week, days without any, and how long an answer takes (product §7). */
export function BusinessHours() {
  const { timeZone } = useMarketplace()
  const { value, set, text } = useSettingsDraft()
  const { businessHours, holidays } = value
  const setDay = (days: readonly number[], periods: readonly Period[]) => {
    const others = businessHours.filter(({ day }) => !days.includes(day))
    const these = days.flatMap((day) => periods.map((period) => ({ ...period, day })))
    set({ businessHours: [...others, ...these].sort((one, other) => one.day - other.day) })
  }
  return (
    <Panel title={t('fields.businessHours')}>
      <div className={css.fields}>
        <p className="muted measure">{t('widget.hoursText', { zone: timeZone })}</p>
        <SettingProblem of="businessHours" />
        <ul className="list stack">
          {weekdays.map(({ day, name }) => (
            <DayHours
              key={day}
              name={name}
              periods={businessHours.filter((period) => period.day === day)}
              isFull={businessHours.length >= limits.widget.periodsMax}
              onChange={(periods) => setDay([day], periods)}
              onCopy={
                day === 1
                  ? (periods) =>
                      setDay(
                        weekdays.map((one) => one.day).filter((one) => one <= friday),
                        periods,
                      )
                  : undefined
              }
            />
          ))}
        </ul>
        <ChipList
          name="holidays"
          type="date"
          label={t('widget.holidays')}
          hint={t('widget.holidaysHint')}
          items={holidays}
          shown={namedDay}
          max={max}
          full={t('widget.holidaysFull', { count: max })}
          taken={t('widget.holidayTaken')}
          onChange={(days) => set({ holidays: days })}
        />
        <Field {...text('replyTime')} hint={t('widget.replyTimeHint')} maxLength={limits.widget.replyTimeMax} />
      </div>
    </Panel>
  )
}

type DayProps = {
  name: string
  periods: readonly Period[]
  isFull: boolean
  onChange: (periods: Period[]) => void
  onCopy: ((periods: readonly Period[]) => void) | undefined
}

const midnight = '00:00'
/** In the settings a day ends so; a field of the browser shows it as the midnight after it. */
const endOfDay = '24:00'

function DayHours({ name, periods, isFull, onChange, onCopy }: DayProps) {
  const place = useRef<HTMLLIElement>(null)
  const isFullDay = periods.at(-1)?.to === endOfDay
  const add = () => {
    onChange([...periods, { day: 1, from: periods.at(-1)?.to ?? '09:00', to: periods.length > 0 ? endOfDay : '17:00' }])
    // Runs after the new period is rendered.
    setTimeout(() => [...(place.current?.querySelectorAll('input') ?? [])].at(-2)?.focus())
  }
  const set = (at: number, part: Partial<Period>) => onChange(periods.map((one, here) => (here === at ? { ...one, ...part } : one)))
  const remove = (at: number) => {
    onChange(periods.filter((_, here) => here !== at))
    place.current?.querySelector<HTMLButtonElement>('button:last-of-type')?.focus()
  }
  return (
    <li ref={place} className={css.day}>
      <span className="strong">{name}</span>
      <div className="row center">
        {periods.map(({ from, to }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: while its times are being typed, only its position identifies a period
          <span key={at} className={`${css.period} inline-line`}>
            <Field
              type="time"
              quiet
              label={t('widget.from', { day: name, count: at + 1 })}
              value={from}
              onChange={({ target }) => set(at, { from: target.value })}
            />
            –
            <Field
              type="time"
              quiet
              label={t('widget.to', { day: name, count: at + 1 })}
              value={to === endOfDay ? midnight : to}
              onChange={({ target }) => set(at, { to: target.value === midnight ? endOfDay : target.value })}
            />
            <button
              type="button"
              className="icon-button touchable hovers"
              aria-label={t('widget.removeHours', { day: name, count: at + 1 })}
              onClick={() => remove(at)}
            >
              <IconX size={16} />
            </button>
          </span>
        ))}
        {periods.length === 0 && <span className="muted">{t('widget.closed')}</span>}
        {onCopy && periods.length > 0 && (
          <Button look="quiet" onClick={() => onCopy(periods)}>
            {t('widget.untilFriday')}
          </Button>
        )}
        <Button
          look="quiet"
          icon={<IconPlus size={16} />}
          aria-label={t('widget.addHoursOn', { day: name })}
          aria-disabled={isFull || isFullDay || undefined}
          title={isFull ? t('widget.hoursFull', { count: limits.widget.periodsMax }) : isFullDay ? t('widget.dayFull') : undefined}
          onClick={() => isFull || isFullDay || add()}
        >
          {t('widget.addHours')}
        </Button>
      </div>
    </li>
  )
}
