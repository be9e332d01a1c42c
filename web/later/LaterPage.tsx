import IconCircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs'
import css from '#web/later/LaterPage.module.css'
import { t } from '#web/messages/messages.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Tag } from '#web/ui/Tag.tsx'

export type LaterNoun = 'sales'
const points = ['a', 'b', 'c'] as const

/** A screen whose part comes later: it says truthfully what it will hold (product §9). */
export function LaterPage({ noun }: { noun: LaterNoun }) {
  return (
    <div className={css.page}>
      <PageHeader title={t(`later.${noun}.title`)} lead={t(`later.${noun}.text`)} actions={<Tag tone="amber">{t('later.badge')}</Tag>} />
      <Panel title={t('later.will')}>
        <ul className={css.points}>
          {points.map((point) => (
            <li key={point}>
              <IconCircleDashed size={16} aria-hidden />
              <span>{t(`later.${noun}.${point}`)}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
