import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Check, type CheckState, checkStates, worstOf } from '#domain/health.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Table } from '#web/ui/Table.tsx'
import { Tag, type Tone } from '#web/ui/Tag.tsx'
import { Ago } from '#web/ui/Time.tsx'

const refreshMs = 10_000
const tones: Record<CheckState, Tone> = { ok: 'green', attention: 'amber', failing: 'red' }

/** The checks of the installation, the worst first, refreshed while the page is open. */
export function HealthPanel() {
  const query = useQuery(rpc.health.check.queryOptions({ refetchInterval: refreshMs }))
  return (
    <Panel title={t('settings.section.health')} lead={t('health.lead')} actions={query.data && <Checked at={query.data.at} />} flush>
      <DataState query={query} loading={<Skeleton rows={8} />}>
        {({ checks }) => (
          <>
            <Summary checks={checks} />
            <Table heads={[t('health.check'), t('health.state'), t('health.found')]}>
              {[...checks].sort(worstFirst).map((check) => (
                <Row key={check.title} check={check} />
              ))}
            </Table>
          </>
        )}
      </DataState>
    </Panel>
  )
}

/** The checks that are not OK, for the link to this panel: their number as a tag, and in words. Null if there are none. */
export function useHealthCount(): { tag: ReactNode; text: string } | null {
  const { data } = useQuery(rpc.health.check.queryOptions())
  const found = data?.checks.filter(({ state }) => state !== 'ok') ?? []
  if (found.length === 0) return null
  return { tag: <Tag tone={tones[worstOf(found)]}>{found.length}</Tag>, text: t('health.attention', { count: found.length }) }
}

const worstFirst = (one: Check, other: Check) => checkStates.indexOf(other.state) - checkStates.indexOf(one.state)

const Checked = ({ at }: { at: string }) => (
  <span className="muted">
    {t('health.checked')} <Ago at={at} />
  </span>
)

/** How many checks fail, or need attention. */
function Summary({ checks }: { checks: readonly Check[] }) {
  const worst = worstOf(checks)
  if (worst === 'ok') return null
  const count = checks.filter(({ state }) => state === worst).length
  return (
    <div className="panel-tools">
      {worst === 'failing' ? (
        <Note tone="bad">{t('health.failing', { count })}</Note>
      ) : (
        <Note tone="warn">{t('health.attention', { count })}</Note>
      )}
    </div>
  )
}

function Row({ check: { title, state, text, action } }: { check: Check }) {
  return (
    <tr>
      <td>
        <strong className="nowrap">{title}</strong>
      </td>
      <td className="corner-cell">
        <Tag tone={tones[state]}>{t(`health.states.${state}`)}</Tag>
      </td>
      <td>
        <div>
          <p>{text}</p>
          {action && <p className="aside breaks">{action}</p>}
        </div>
      </td>
    </tr>
  )
}
