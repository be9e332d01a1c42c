import type { ApiKey } from '#domain/api-key.ts'
import css from '#web/api-keys/ApiKeysTable.module.css'
import { scopeText } from '#web/api-keys/scope-text.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { RowsTable } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Ago, Day } from '#web/ui/Time.tsx'
import table from '#web/ui/table.module.css'

type Props = { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }

/** Active keys, then recently revoked ones. */
export function ApiKeysTable({ keys, onRevoke }: Props) {
  return (
    <RowsTable
      rows={keys}
      columns={[
        {
          label: t('fields.name'),
          className: css.name,
          bare: true,
          cell: ({ name, hint, revokedAt }) => (
            <div>
              <p className="name-line">
                {name} {revokedAt && <Tag tone="red">{t('apiKeys.revoked')}</Tag>}
              </p>
              <code className="aside nowrap">{hint}…</code>
            </div>
          ),
        },
        {
          label: t('apiKeys.scopes'),
          cell: ({ scopes }) => (
            <ul className={`${css.scopes} list stack gap-2`}>
              {scopes.map((scope) => (
                <li key={scope}>{scopeText(scope)}</li>
              ))}
            </ul>
          ),
        },
        {
          label: t('fields.created'),
          className: css.created,
          cell: ({ createdAt, createdBy }) => (
            <div>
              <Day at={createdAt} />
              {createdBy && <p className="aside breaks">{createdBy}</p>}
            </div>
          ),
        },
        { label: t('apiKeys.used'), cell: ({ lastUsedAt }) => (lastUsedAt ? <Ago at={lastUsedAt} /> : t('common.never')) },
        {
          label: t('common.actions'),
          kind: 'unseen',
          className: table.action,
          cell: (key) =>
            key.revokedAt ? (
              <span className="aside breaks">{t('apiKeys.revokedBy', { name: key.revokedBy ?? t('history.unknownPerson') })}</span>
            ) : (
              <Button aria-label={t('apiKeys.revokeName', { name: key.name })} onClick={() => onRevoke(key)}>
                {t('apiKeys.revoke')}
              </Button>
            ),
        },
      ]}
    />
  )
}
