import type { ApiKey } from '#domain/api-key.ts'
import { scopeText } from '#web/api-keys/scope-text.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Table } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { Ago, Day } from '#web/ui/Time.tsx'
import table from '#web/ui/table.module.css'

type Props = { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }

/** Active keys, then recently revoked ones. */
export function ApiKeysTable({ keys, onRevoke }: Props) {
  return (
    <Table wide heads={[t('apiKeys.name'), t('apiKeys.scopes'), t('apiKeys.made'), t('apiKeys.used'), { unseen: t('apiKeys.actions') }]}>
      {keys.map((key) => (
        <Row key={key.id} apiKey={key} onRevoke={onRevoke} />
      ))}
    </Table>
  )
}

function Row({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: Props['onRevoke'] }) {
  const { name, hint, scopes, createdBy, createdAt, lastUsedAt, revokedAt, revokedBy } = apiKey
  return (
    <tr>
      <td>
        <div>
          <p className="name-line">
            {name} {revokedAt && <Tag tone="red">{t('apiKeys.revoked')}</Tag>}
          </p>
          <code className={table.hint}>{hint}…</code>
        </div>
      </td>
      <td data-label={t('apiKeys.scopes')}>
        <ul className="list stack gap-2">
          {scopes.map((scope) => (
            <li key={scope}>{scopeText(scope)}</li>
          ))}
        </ul>
      </td>
      <td data-label={t('apiKeys.made')}>
        <div>
          <Day at={createdAt} />
          {createdBy && <p className={table.hint}>{createdBy}</p>}
        </div>
      </td>
      <td data-label={t('apiKeys.used')}>{lastUsedAt ? <Ago at={lastUsedAt} /> : t('apiKeys.never')}</td>
      <td className={table.action}>
        {revokedAt ? (
          <span className={table.hint}>{t('apiKeys.revokedBy', { name: revokedBy ?? t('history.unknownPerson') })}</span>
        ) : (
          <Button aria-label={t('apiKeys.revokeName', { name })} onClick={() => onRevoke(apiKey)}>
            {t('apiKeys.revoke')}
          </Button>
        )}
      </td>
    </tr>
  )
}
