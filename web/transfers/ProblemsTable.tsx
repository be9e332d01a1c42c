import type { ReactNode } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/transfers/ProblemsTable.module.css'
import { Table } from '#web/ui/Table.tsx'

type Problem = { field: string | null; message: string }
type Props = {
  /** The label of what was refused, and the words for all of one. */
  label: string
  whole: string
  /** The label of what each is about, if that is known. */
  about?: string
  refused: readonly { key: string | number; name: ReactNode; about?: ReactNode; problems: readonly Problem[] }[]
}

/** What an import refused, each with its problems. */
export function ProblemsTable({ label, whole, about: aboutLabel, refused }: Props) {
  return (
    <Table className={`${css.problems} breaks from-top`} heads={[label, aboutLabel ?? false, t('imports.problems.problem')]}>
      {refused.map(({ key, name, about, problems }) => (
        <tr key={key}>
          <td data-label={label}>{name}</td>
          {aboutLabel && <td className={`${css.about} wide-cell only-filled`}>{about}</td>}
          <td className="wide-cell">
            <ul className={`${css.list} list stack gap-4`}>
              {[...new Map(problems.map((one) => [`${one.field} ${one.message}`, one]))].map(([each, { field, message }]) => (
                <li key={each}>
                  <span className="muted">{field ? <code>{field}</code> : whole}</span>
                  <span>{message}</span>
                </li>
              ))}
            </ul>
          </td>
        </tr>
      ))}
    </Table>
  )
}
