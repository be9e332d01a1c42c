import type { ReactNode } from 'react'
import { errors } from '#domain/errors.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconCloudOff from '#web/ui/icons/IconCloudOff.tsx'
import IconMoodSad from '#web/ui/icons/IconMoodSad.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

type Query<Data> = {
  data: Data | undefined
  error: unknown
  isError: boolean
  refetch: () => unknown
}

type Props<Data> = {
  query: Query<Data>
  loading?: ReactNode
  /** The title if it is not found. */
  notFound?: string
  children: (data: Data) => ReactNode
}

/** Shows a query: the skeleton while it loads, the error, or the data, even when refetching it failed. */
export function DataState<Data>({ query, loading = <Skeleton />, notFound = t('common.notFoundTitle'), children }: Props<Data>) {
  const { data, error, isError, refetch } = query
  const again = <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
  if (data !== undefined) {
    return (
      <>
        {isError && (
          <Note tone="bad" action={again}>
            {problemOf(error).message}
          </Note>
        )}
        {children(data)}
      </>
    )
  }
  if (isError) {
    const { code, message } = problemOf(error)
    const icon = code === 'offline' ? IconCloudOff : IconMoodSad
    if (code === 'not-found') {
      const why = errors['not-found'].message
      // A sentence such as "Chat not found" takes the place of the title, which it would repeat.
      return <EmptyState icon={icon} title={message === why ? notFound : message.replace(/\.$/, '')} text={why} />
    }
    return <EmptyState icon={icon} title={t('common.failedTitle')} text={message} action={again} />
  }
  return loading
}
