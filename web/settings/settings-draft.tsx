import { type ChangeEvent, createContext, useContext } from 'react'
import { defaultSettings, type Settings } from '#domain/settings.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useFieldProblem } from '#web/ui/Labelled.tsx'
import { Note } from '#web/ui/Note.tsx'

type Of<Kind> = { [Name in keyof Settings]: Settings[Name] extends Kind ? Name : never }[keyof Settings]
type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>
type Draft = { value: Settings; set: (change: Partial<Settings>) => void }

/** The settings as they are typed, for all panels of the form. */
export const SettingsDraft = createContext<Draft>({ value: defaultSettings, set: () => {} })

/** The settings as they are typed, how they change, and the props of the control of one, by its name. */
export function useSettingsDraft() {
  const { value, set } = useContext(SettingsDraft)
  const change = (name: keyof Settings, to: unknown) => set({ [name]: to })
  return {
    value,
    set,
    text: (name: Of<string>) => ({
      name,
      label: t(`fields.${name}`),
      value: value[name],
      onChange: ({ target }: Typed) => change(name, target.value),
    }),
    number: (name: Of<number>, max: number, min = 0) => ({
      name,
      type: 'number',
      min,
      max,
      label: t(`fields.${name}`),
      value: String(value[name]),
      onChange: ({ target }: Typed) => change(name, Number(target.value)),
    }),
    choice: <Name extends Of<string>>(name: Name) => ({ name, value: value[name], onChoose: (to: Settings[Name]) => change(name, to) }),
    onOff: (name: Of<boolean>) => ({
      name,
      value: value[name] ? ('on' as const) : ('off' as const),
      onChoose: (to: 'on' | 'off') => change(name, to === 'on'),
    }),
  }
}

/** The problem of a setting whose controls do not show it themselves. */
export function SettingProblem({ of }: { of: keyof Settings }) {
  const problem = useFieldProblem(of)
  return problem && <Note tone="bad">{problem}</Note>
}
